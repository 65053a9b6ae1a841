#!/bin/sh
# Guess: fastavro refuses 9223372036854775808, 5.9, true and "5" for a long, and null and 7 for a string.
#
# Found, fastavro 1.13.1: 5.9 is written as 5, and true as 1, without an error. The others are refused.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  fastavro==1.13.1 \
  >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import io

import fastavro

schema = fastavro.parse_schema({
    "type": "record",
    "name": "Plant",
    "fields": [{"name": "id", "type": "long"}, {"name": "name", "type": "string"}],
})
for plant in [(9007199254740993, "Fern"), (2**63, "Fern"), (5.9, "Fern"), (True, "Fern"), ("5", "Fern"), (5, None), (5, 7)]:
    file = io.BytesIO()
    try:
        fastavro.schemaless_writer(file, schema, {"id": plant[0], "name": plant[1]})
        file.seek(0)
        print(plant, fastavro.schemaless_reader(file, schema))
    except Exception as error:
        print(plant, type(error).__name__)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
(9007199254740993, 'Fern') {'id': 9007199254740993, 'name': 'Fern'}
(9223372036854775808, 'Fern') OverflowError
(5.9, 'Fern') {'id': 5, 'name': 'Fern'}
(True, 'Fern') {'id': 1, 'name': 'Fern'}
('5', 'Fern') TypeError
(5, None) TypeError
(5, 7) TypeError
OUTPUT
)"
