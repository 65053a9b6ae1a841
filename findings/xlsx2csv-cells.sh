#!/bin/sh
# Guess: xlsx2csv writes a number of 15 digits in full, a text as it is (007, outer blanks, a line break), a boolean as TRUE, an error as #N/A, and an empty cell as an empty one.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib xlsx2csv==0.8.6 openpyxl==3.1.5 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import io

import openpyxl
from xlsx2csv import Xlsx2csv

book = openpyxl.Workbook()
for row in [["id", "name", "tag"], [123456789012345, " Fern ", "007"], [42, "two\nlines", True], [7.0, '5" pot', None],
            [1234567, "12:30", 0.1], [-3, "1e5", "#N/A"], [4503599627370497, "Ivy, red", False]]:
    book.active.append(row)
book.active["C6"].data_type = "e"
book.save("plants.xlsx")
out = io.StringIO()
Xlsx2csv("plants.xlsx").convert(out)
print(out.getvalue())
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
