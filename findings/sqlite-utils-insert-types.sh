#!/bin/sh
# Guess: `sqlite-utils insert --csv` makes text columns, so that the tag 007 and the id 9223372036854775808
# stay as they are, unless --detect-types is given.
#
# Found, sqlite-utils 4.2.1: the types are detected without the option: the tag 007 becomes the number 7,
# and an empty cell null.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  sqlite-utils==4.2.1 click==8.5.1 click-default-group==1.2.4 pluggy==1.7.0 python-dateutil==4.0.0 \
  sqlite-fts4==1.0.3 tabulate==0.10.0 tzdata==2026.6 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import sqlite3
import subprocess
import sys

with open("plants.csv", "w") as file:
    file.write("id,name,tag\n1,Fern,007\n2,Moss,008\n3,Ivy,\n")
for options in [[], ["--no-detect-types"]]:
    args = ["insert", "plants.db", f"plants{len(options)}", "plants.csv", "--csv", *options]
    subprocess.run([sys.executable, "-m", "sqlite_utils", *args], check=True, capture_output=True)
    print(options, sqlite3.connect("plants.db").execute(f"select id, tag from plants{len(options)}").fetchall())
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
[] [(1, 7), (2, 8), (3, None)]
['--no-detect-types'] [('1', '007'), ('2', '008'), ('3', '')]
OUTPUT
)"
