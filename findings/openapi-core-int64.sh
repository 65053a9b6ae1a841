#!/bin/sh
# Guess: openapi-core rejects the ids true, "5" and 9223372036854775808 (int64) in a body, accepts 5.0, and rejects a tag that is null.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib openapi-core==0.23.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import json

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest

plant = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "integer", "format": "int64"}, "tag": {"type": "string"}},
}
operation = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": plant}}},
    "responses": {"200": {"description": "ok"}},
}
api = OpenAPI.from_dict({
    "openapi": "3.1.0",
    "info": {"title": "Plants", "version": "1"},
    "paths": {"/plants": {"post": operation}},
})
for body in ['{"id":5}', '{"id":5.0}', '{"id":true}', '{"id":"5"}', '{"id":9223372036854775808}', '{"id":1e3}',
             '{"id":5,"tag":null}', '{"id":5,"tag":7}', '{"id":5} ]', "[]", "null"]:
    request = MockRequest("http://localhost", "post", "/plants", data=body.encode(), content_type="application/json")
    try:
        print(body, repr(api.unmarshal_request(request).body))
    except Exception as error:
        print(body, type(error).__name__)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
