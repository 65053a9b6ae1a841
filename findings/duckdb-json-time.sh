#!/bin/sh
# Guess: DuckDB reads the names of NDJSON as they are, if they look like a time (12:30), a UUID in capitals
# or a date with one digit (2026-1-5).
#
# Found, DuckDB 2.0.1: a JSON string that looks like a time, a date or a UUID becomes one, if all names of
# the file do: 12:30 is written as 12:30:00, 2026-1-5 as 2026-01-05, and a UUID in small letters.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  duckdb==2.0.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import duckdb

for names in [["12:30"], ["2026-1-5"], ["6BA7B810-9DAD-11D1-80B4-00C04FD430C8"], ["007"], ["12:30", "Fern"]]:
    with open("plants.ndjson", "w") as file:
        file.writelines('{"name":"%s"}\n' % name for name in names)
    duckdb.sql("copy (from 'plants.ndjson') to 'out.ndjson' (format json)")
    print(names, open("out.ndjson").read().split())
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
['12:30'] ['{"name":"12:30:00"}']
['2026-1-5'] ['{"name":"2026-01-05"}']
['6BA7B810-9DAD-11D1-80B4-00C04FD430C8'] ['{"name":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}']
['007'] ['{"name":"007"}']
['12:30', 'Fern'] ['{"name":"12:30"}', '{"name":"Fern"}']
OUTPUT
)"
