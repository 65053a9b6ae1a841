#!/bin/sh
# Guess: fastexcel reads a column of names that are numbers in the first 1,000 rows and a text after them
# as texts, and loses none.
#
# Found, fastexcel 0.21.0: the column is made of floats, and the text after the first 1,000 rows is null,
# without an error. `schema_sample_rows=None` keeps it.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  fastexcel==0.21.0 openpyxl==3.1.5 pyarrow==26.0.1 et_xmlfile==2.0.0 >/dev/null 2>&1 || exit 77
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
    names = fastexcel.read_excel("plants.xlsx").load_sheet(0, **settings).to_arrow().column("name")
    print(f"{settings}: {names.type}, the last name is {names[-1]}")
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
{}: double, the last name is None
{'schema_sample_rows': None}: string, the last name is Fern
OUTPUT
)"
