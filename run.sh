#!/usr/bin/env bash
# Builds bin/codebreak and runs it with the arguments given; without arguments
# it runs the default suite of the notebook.
set -euo pipefail
script=$(readlink -f "${BASH_SOURCE[0]}" 2>/dev/null || echo "${BASH_SOURCE[0]}") # behind links
here=$(cd "$(dirname "$script")" && pwd)
if ! command -v go >/dev/null; then
  echo "run.sh: Go is needed (https://go.dev/dl), and no go command was found" >&2
  exit 1
fi
space=$(ulimit -v)
if [ "$space" != unlimited ] && [ "$space" -lt 1400000 ]; then
  echo "run.sh: the address space is limited to $space kB (ulimit -v); programs in Go need 1400000 before they do anything" >&2
  exit 2
fi
# Without C each thread takes less of the address space (ulimit -v).
CGO_ENABLED=0 go build -C "$here" -buildvcs=auto -o bin/codebreak ./experiments
if [ $# -eq 0 ]; then
  set -- run
fi
CODEBREAK_COMMAND=$0 exec "$here/bin/codebreak" "$@"
