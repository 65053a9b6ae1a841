#!/bin/sh
# Guess: kdl-py reads an integer of a KDL document as an int, and prints the document with the digits that
# it had: 9007199254740993.
#
# Found, kdl-py 1.2.0: every number is a float, 9007199254740993 is 9007199254740992.0, and the printed
# document says 5.0 for 5.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  kdl-py==1.2.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import kdl

document = kdl.parse('plant id=9007199254740993 name="Fern"\nplant id=5 name="Moss"\n')
for node in document.nodes:
    print(repr(node.props["id"]))
print(document.print().strip())
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
9007199254740992.0
5.0
plant id=9007199254740992.0 name="Fern"
plant id=5.0 name="Moss"
OUTPUT
)"
