#!/bin/sh
# Guess: dbf (the Python library) refuses a name that is longer than its field and an id with too many digits, and writes and reads the id 9007199254740993 in N(19,0) exactly.
#
# Found, dbf 0.99.11: the id is rounded, 5.9 becomes 6, and a name loses its outer blanks. What is too long is
# refused.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  dbf==0.99.11 aenum==3.1.17 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import dbf

table = dbf.Table("plants.dbf", "id N(19,0); name C(10)", codepage="utf8")
table.open(dbf.READ_WRITE)
for plant in [(9007199254740993, "Fern"), (-9007199254740993, " Moss "), (10**20, "Ivy"), (5, "Acer rubrum alba"), (5.9, "Rose"),
              (7, "éééééééé"), (8, None)]:
    try:
        table.append(plant)
        print(plant, [table[-1].id, table[-1].name])
    except Exception as error:
        print(plant, type(error).__name__, error)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
(9007199254740993, 'Fern') [9007199254740992, 'Fern      ']
(-9007199254740993, ' Moss ') [-9007199254740992, 'Moss      ']
(100000000000000000000, 'Ivy') DataOverflowError field 'ID': ('Integer portion too big',)
(5, 'Acer rubrum alba') DataOverflowError field 'NAME': ('tried to store 16 bytes in 10 byte field',)
(5.9, 'Rose') [6, 'Rose      ']
(7, 'éééééééé') DataOverflowError field 'NAME': ('tried to store 16 bytes in 10 byte field',)
(8, None) [8, '          ']
OUTPUT
)"
