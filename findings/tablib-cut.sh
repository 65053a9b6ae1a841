#!/bin/sh
# Guess: tablib reads all cells of a CSV file as texts, writes them back exactly, with a line break and outer blanks in a name, and writes None as an empty cell and as null in JSON; a row with fewer cells is an error.
#
# Found, tablib 3.10.0: the missing cells of a row are empty texts. So a file that was cut is read without an error. A row
# with more cells is an error.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib tablib==3.10.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import tablib

for text in ["id,name,tag\n1,Fern,a\n2,Mo", "id,name,tag\n1,Fern,a,b\n"]:
    try:
        print(tablib.Dataset().load(text, format="csv").dict)
    except tablib.InvalidDimensions as error:
        print(type(error).__name__)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
[{'id': '1', 'name': 'Fern', 'tag': 'a'}, {'id': '2', 'name': 'Mo', 'tag': ''}]
InvalidDimensions
OUTPUT
)"
