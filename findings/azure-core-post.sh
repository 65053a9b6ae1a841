#!/bin/sh
# Guess: The RetryPolicy of azure-core sends a POST again after a 503, but not after a lost
# response, because the store may have created the plant.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet azure-core==1.41.0 requests >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
from azure.core import PipelineClient
from azure.core.exceptions import AzureError
from azure.core.pipeline.policies import RetryPolicy
from azure.core.rest import HttpRequest

client = PipelineClient("http://127.0.0.1", policies=[RetryPolicy(retry_backoff_factor=0.01)])
for url in sys.argv[1:]:
    try:
        response = client.send_request(HttpRequest("POST", url, json={"id": 5, "name": "Fern"}))
        print(response.status_code, response.text())
    except AzureError as error:
        print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
