#!/bin/sh
# Guess: DuckDB reads the names of NDJSON as they are, if they look like a time (12:30), a UUID in capitals
# or a date with one digit (2026-1-5).
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib duckdb==2.0.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import duckdb

for name in ["12:30", "2026-1-5", "2026-11-28", "2026-11-28 10:00", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "20261128", "10/11/2026", "2026-11-28T10:00:00+02:00"]:
    open("plants.ndjson", "w").write('{"id":1,"name":"%s"}\n' % name)
    duckdb.sql("copy (from 'plants.ndjson') to 'out.ndjson' (format json)")
    print(duckdb.sql("describe from 'plants.ndjson'").fetchall()[1][1], open("out.ndjson").read().strip())
PYTHON

output=$(python3 run.py)
echo "$output"
