#!/bin/sh
# Guess: `csvstat --max` prints the highest id exactly, with or without separators of thousands.
#
# Found, csvkit 2.2.0: the maximum and the sum are rounded, 9007199254740992 instead of 9007199254740993,
# also in --json.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  csvkit==2.2.0 agate==1.14.2 agate-dbf==0.2.4 agate-excel==0.4.2 agate-sql==0.7.3 babel==2.19.0 dbfread==2.0.7 \
  et_xmlfile==2.0.0 isodate==0.7.2 leather==0.4.1 olefile==0.47 openpyxl==3.1.5 parsedatetime==2.6 \
  python-slugify==9.2.0 pytimeparse==1.1.10 SQLAlchemy==2.1.9 text-unidecode==1.3 typing_extensions==4.16.0 \
  xlrd==2.0.2 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import json
import subprocess
import sys

def csvstat(*options):
    args = [sys.executable, "-m", "csvkit.utilities.csvstat", "-c", "id", *options, "plants.csv"]
    return subprocess.run(args, capture_output=True, text=True, check=True).stdout.strip()

with open("plants.csv", "w") as file:
    file.write("id,name\n2,Fern\n9007199254740993,Moss\n")
print("--max:", csvstat("--max"))
print("--sum:", csvstat("--sum"))
print("--json:", json.loads(csvstat("--json"))[0]["max"])
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
--max: 9007199254740992
--sum: 9007199254740996
--json: 9007199254740992.0
OUTPUT
)"
