#!/bin/sh
# Guess: datamodel-codegen makes an Enum with the texts yes and no of an OpenAPI document in YAML with
# `enum: [yes, no]`.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib datamodel-code-generator==0.89.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import subprocess
import sys

open("openapi.yaml", "w").write("""openapi: 3.1.0
info: {title: Plants, version: '1'}
paths: {}
components:
  schemas:
    Plant:
      type: object
      required: [id]
      properties:
        id: {type: integer, format: int64, maximum: 9223372036854775807}
        indoor: {type: string, enum: [yes, no]}
        size: {type: string, default: 12:30}
        tag: {type: [string, 'null'], default: 007}
""")
done = subprocess.run([sys.executable, "-m", "datamodel_code_generator", "--input", "openapi.yaml"], capture_output=True, text=True)
print(done.stdout, done.stderr[-400:])
PYTHON

output=$(python3 run.py)
echo "$output"
