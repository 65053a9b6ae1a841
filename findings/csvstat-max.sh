#!/bin/sh
# Guess: `csvstat --max` prints the highest id exactly, with or without separators of thousands.
#
# Found, csvkit 2.2.0: the maximum and the sum are rounded, 9007199254740992 instead of 9007199254740993,
# also in --json.
#
# Needs PyPI, and Python 3.11 or later. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib csvkit==2.2.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import json
import subprocess
import sys

def csvstat(*options):
    args = [sys.executable, "-m", "csvkit.utilities.csvstat", "-c", "id", *options, "plants.csv"]
    return subprocess.run(args, capture_output=True, text=True, check=True).stdout.strip()

with open("plants.csv", "w") as file:
    file.write("id,name\n1,Fern\n9007199254740993,Moss\n")
print("--max:", csvstat("--max"))
print("--sum:", csvstat("--sum"))
print("--json:", json.loads(csvstat("--json"))[0]["max"])
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
--max: 9007199254740992
--sum: 9007199254740994
--json: 9007199254740992.0
OUTPUT
)"
