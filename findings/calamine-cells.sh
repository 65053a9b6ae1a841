#!/bin/sh
# Guess: python-calamine reads an error cell as its text `#N/A`, an id as an int, and a text with outer
# blanks unchanged.
#
# Found, python-calamine 0.9.1: the error cell is an empty text, like a cell without a value, and ids are
# floats. Outer blanks stay.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  python-calamine==0.9.1 openpyxl==3.1.5 et_xmlfile==2.0.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import openpyxl
from python_calamine import CalamineWorkbook

book = openpyxl.Workbook()
book.active.append(["id", "name"])
book.active.append([42, " Fern "])
book.active.append([123456789012345, "#N/A"])
book.active.append([7, None])
book.active["B3"].data_type = "e"
book.save("plants.xlsx")
for row in CalamineWorkbook.from_path("plants.xlsx").get_sheet_by_index(0).to_python():
    print(row)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
['id', 'name']
[42.0, ' Fern ']
[123456789012345.0, '']
[7.0, '']
OUTPUT
)"
