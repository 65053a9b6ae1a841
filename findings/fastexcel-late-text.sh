#!/bin/sh
# Guess: fastexcel reads a column of names that are numbers in the first 1,000 rows and a text after them
# as texts, and loses none.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib fastexcel==0.21.0 openpyxl==3.1.5 pyarrow >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import fastexcel
import openpyxl

book = openpyxl.Workbook()
book.active.append(["id", "name"])
for id in range(1, 1201):
    book.active.append([id, id])
book.active.append([1201, "Fern"])
book.save("plants.xlsx")
for settings in [{}, {"schema_sample_rows": None}]:
    table = fastexcel.read_excel("plants.xlsx").load_sheet(0, **settings).to_arrow()
    print(settings, table.column(1 if hasattr(table, "column") else "name").type, table.column("name")[-1])
PYTHON

output=$(python3 run.py)
echo "$output"
