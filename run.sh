#!/usr/bin/env bash
# Builds bin/codebreak and runs it with the arguments given; without arguments
# it runs the default suite of the notebook.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v go >/dev/null; then
  echo "run.sh: Go is needed (https://go.dev/dl), and no go command was found" >&2
  exit 1
fi
go build -C "$here" -o bin/codebreak ./experiments
if [ $# -eq 0 ]; then
  set -- run
fi
exec "$here/bin/codebreak" "$@"
