#!/bin/sh
# Guess: pyexcel-ods3 writes and reads the id 9007199254740993, the name 007, a text with outer blanks and a line break, and an empty cell exactly.
#
# Found, pyexcel-ods3 0.6.1: an id of 16 digits is an error, also 1000000000000000, which a double has exactly.
# Texts stay.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  pyexcel-ods3==0.6.1 lml==0.2.0 lxml==6.1.3 pyexcel-ezodf==0.3.4 pyexcel-io==0.6.8 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
from pyexcel_ods3 import get_data, save_data

for row in [[9007199254740993, "Fern"], [999999999999999, "007"], [10**15, "Moss"], [2, " Fern "], [3, "two\nlines"], [4, "a  b"],
            [5, "a\tb"]]:
    try:
        save_data("plants.ods", {"plants": [row]})
        print(row, get_data("plants.ods")["plants"][0])
    except Exception as error:
        print(row, type(error).__name__)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
[9007199254740993, 'Fern'] IntegerAccuracyLossError
[999999999999999, '007'] [999999999999999, '007']
[1000000000000000, 'Moss'] IntegerAccuracyLossError
[2, ' Fern '] [2, ' Fern ']
[3, 'two\nlines'] [3, 'two\nlines']
[4, 'a  b'] [4, 'a  b']
[5, 'a\tb'] [5, 'a\tb']
OUTPUT
)"
