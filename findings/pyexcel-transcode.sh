#!/bin/sh
# Guess: pyexcel saves a CSV file as CSV with the same cells: the names 007, 1e5, 2026-11-28, nan, 1_000,
# and the id 9007199254740993.
#
# Found, pyexcel 0.7.6: 1e5 becomes 100000.0, 1.50 becomes 1.5, +5 and a 5 between blanks become 5. The
# name 007 and the long id stay.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  pyexcel==0.7.6 lml==0.2.0 pyexcel-io==0.6.8 texttable==1.7.2 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import pyexcel

with open("plants.csv", "w") as file:
    file.write("id,name,tag\n9007199254740993,007,1e5\n2,2026-11-28,nan\n3,1_000,1.50\n4, 5 ,+5\n")
pyexcel.save_as(file_name="plants.csv", dest_file_name="out.csv")
print(open("out.csv").read().strip())
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
id,name,tag
9007199254740993,007,100000.0
2,2026-11-28,nan
3,1_000,1.5
4,5,5
OUTPUT
)"
