#!/bin/sh
# Guess: openapi-core refuses the id 9223372036854775808 for type integer with format int64, and takes
# 9223372036854775807; it refuses 3000000000 for int32.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib openapi-core==0.23.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
from openapi_core import OpenAPI
from openapi_core.testing import MockRequest

for format, ids in {"int64": [9223372036854775807, 9223372036854775808], "int32": [2147483647, 3000000000]}.items():
    schema = {"type": "object", "properties": {"id": {"type": "integer", "format": format}}}
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Plants", "version": "1"},
        "paths": {"/plants": {"post": {"requestBody": body, "responses": {"200": {"description": "created"}}}}},
    }
    api = OpenAPI.from_dict(document)
    for id in ids:
        request = MockRequest("http://localhost", "post", "/plants", data=b'{"id":%d}' % id, content_type="application/json")
        try:
            api.validate_request(request)
            print(format, id, "valid")
        except Exception as error:
            print(format, id, type(error).__name__)
PYTHON

output=$(python3 run.py)
echo "$output"
