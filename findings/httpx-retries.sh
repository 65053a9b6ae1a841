#!/bin/sh
# Guess: RetryTransport of httpx-retries with its defaults sends a POST once, whatever happens.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet httpx-retries==0.6.0 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
import httpx
from httpx_retries import RetryTransport

with httpx.Client(transport=RetryTransport()) as client:
    for url in sys.argv[1:]:
        try:
            response = client.post(url, json={"id": 5, "name": "Fern"})
            print(response.status_code, response.text)
        except httpx.HTTPError as error:
            print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
