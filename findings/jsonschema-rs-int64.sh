#!/bin/sh
# Guess: jsonschema-rs compares int64 exactly: 9223372036854775808 is above the maximum 9223372036854775807, and the const 9007199254740993 does not accept 9007199254740992 or 9007199254740993.0; 5.0 is an integer.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib jsonschema-rs==0.61.2 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import json

import jsonschema_rs

for schema, ids in [
    ({"maximum": 2**63 - 1}, ["9223372036854775807", "9223372036854775808", "9223372036854775807.0"]),
    ({"const": 2**53 + 1}, ["9007199254740993", "9007199254740992", "9007199254740993.0"]),
    ({"enum": [1]}, ["1", "1.0", "true"]),
    ({"type": "integer"}, ["5.0", "1e3", "1e400", "true", "18446744073709551616"]),
    ({"multipleOf": 1024}, ["9007199254740993", "9007199254741504"]),
    ({"uniqueItems": True}, ["[9007199254740993,9007199254740992]", "[1,1.0]", "[1,true]"]),
]:
    for id in ids:
        print(schema, id, jsonschema_rs.is_valid(schema, json.loads(id)))
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
