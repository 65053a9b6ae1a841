#!/bin/sh
# Guess: `frictionless extract --json` keeps the names of a CSV file as texts: true, 2026-11-28, 12:30 and
# 007, and an id of int64 exactly.
#
# Found, Frictionless 5.21.0: a column of names becomes booleans, numbers, lists or objects, if all of its
# cells look so: 007 is 7, 1e5 is 1E+5 and [1] a list. Dates and times stay.
#
# Needs PyPI, and Python 3.11 or later. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib frictionless==5.21.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import json
import subprocess
import sys

for name in ["true", "007", "1e5", "2026-11-28", "12:30", "[1]", "{}"]:
    with open("plants.csv", "w") as file:
        file.write(f'id,name\n9007199254740993,"{name}"\n')
    args = [sys.executable, "-m", "frictionless", "extract", "plants.csv", "--json"]
    found = subprocess.run(args, capture_output=True, text=True, check=True).stdout
    print(f"{name}: {json.loads(found)['plants'][0]}")
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
true: {'id': 9007199254740993, 'name': True}
007: {'id': 9007199254740993, 'name': 7}
1e5: {'id': 9007199254740993, 'name': '1E+5'}
2026-11-28: {'id': 9007199254740993, 'name': '2026-11-28'}
12:30: {'id': 9007199254740993, 'name': '12:30'}
[1]: {'id': 9007199254740993, 'name': [1]}
{}: {'id': 9007199254740993, 'name': {}}
OUTPUT
)"
