#!/bin/sh
# Guess: decode of the Python package toon-format returns the plants that encode was given: ids of int64,
# null, texts that look like numbers or words, quotes, backslashes and line breaks.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib toon-format==1.2.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
from toon_format import decode, encode

plants = [
    {"id": 9007199254740993, "name": '5" pot \\ clay', "tag": None},
    {"id": 9223372036854775807, "name": "N/A", "tag": ""},
    {"id": 3, "name": "007", "tag": "true"},
    {"id": 4, "name": "Line\nbreak", "tag": "a,b"},
    {"id": 5, "name": " Fern ", "tag": "key: value"},
    {"id": 6, "name": "1e5", "tag": "- a"},
    {"id": 7, "name": "[3]", "tag": "null"},
    {"id": 8, "name": "Tab\tname", "tag": "#1"},
    {"id": 9, "name": "1_000", "tag": ".5"},
    {"id": 10, "name": "+5", "tag": "0x1F"},
    {"id": 11, "name": "NaN", "tag": "١٢"},
]
text = encode({"plants": plants})
print(text)
for plant, back in zip(plants, decode(text)["plants"]):
    if plant != back:
        print(plant, "became", back)
PYTHON

output=$(python3 run.py)
echo "$output"
