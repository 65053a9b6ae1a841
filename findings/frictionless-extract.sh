#!/bin/sh
# Guess: `frictionless extract --json` keeps the names of a CSV file as texts: true, 2026-11-28, 12:30 and
# 007, and an id of int64 exactly.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib frictionless==5.21.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import subprocess
import sys

for name in ["true", "yes", "2026-11-28", "12:30", "007", "1e5", "NaN", "Fern, red", "12%", "1,2", "[1]", "{}", "2026"]:
    open("plants.csv", "w").write('id,name,tag\n9007199254740993,"%s",\n' % name)
    done = subprocess.run([sys.executable, "-m", "frictionless", "extract", "plants.csv", "--json"], capture_output=True, text=True)
    print(name, "".join(done.stdout.split()), done.stderr[-200:])
PYTHON

output=$(python3 run.py)
echo "$output"
