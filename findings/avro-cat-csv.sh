#!/bin/sh
# Guess: `avro cat --format csv` writes a null as an empty cell, and an id of int64 exactly; `--format
# json` writes each plant on one line.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib avro==1.12.2 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import subprocess
import sys
import avro.datafile
import avro.io
import avro.schema

fields = [{"name": "id", "type": "long"}, {"name": "name", "type": "string"}, {"name": "tag", "type": ["null", "string"]}]
import json
schema = avro.schema.parse(json.dumps({"type": "record", "name": "Plant", "fields": fields}))
writer = avro.datafile.DataFileWriter(open("plants.avro", "wb"), avro.io.DatumWriter(), schema)
writer.append({"id": 9007199254740993, "name": '5" pot', "tag": None})
writer.append({"id": 2, "name": "Ficus ×", "tag": ""})
writer.close()
for format in ["csv", "json"]:
    done = subprocess.run([sys.executable, "-m", "avro", "cat", "--format", format, "plants.avro"], capture_output=True, text=True)
    print(format, done.returncode, done.stdout, done.stderr[-300:])
PYTHON

output=$(python3 run.py)
echo "$output"
