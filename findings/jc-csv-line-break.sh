#!/bin/sh
# Guess: `jc --csv` reads a file of plants exactly: names with semicolons, quotes, a line break, and an id
# as its digits.
#
# Found, jc 1.26.1: the line break in a quoted name is lost: "Line<LF>break" becomes Linebreak.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  jc==1.26.1 Pygments==2.21.0 ruamel.yaml==0.19.1 xmltodict==1.0.4 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import jc

for plant in jc.parse("csv", 'id,name,tag\n9007199254740993,"5"" pot; red",a\n2,"Line\nbreak",b\n'):
    print(plant)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
{'id': '9007199254740993', 'name': '5" pot; red', 'tag': 'a'}
{'id': '2', 'name': 'Linebreak', 'tag': 'b'}
OUTPUT
)"
