#!/bin/sh
# Guesses the first candidate. codebreak lists the candidates, behind a bar, to those
# who wish for them.
if awk -W version 2>&1 < /dev/null | grep -q mawk; then
  set -- -W interactive # mawk keeps lines back otherwise
fi
exec awk "$@" '
BEGIN { print "codebreak 1 candidates"; fflush() }
/^[0-9]/ {
  for (i = 2; $i != "|"; i++);
  print $1, $(i + 1)
  fflush()
}'
