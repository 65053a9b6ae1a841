#!/bin/sh
# Guess: HTTPAdapter(max_retries=3) of requests sends a POST again neither after a lost response,
# nor after a 503 with retry-after: max_retries is about connections that failed.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet requests==2.34.2 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
import requests
from requests.adapters import HTTPAdapter

session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=3))
for url in sys.argv[1:]:
    try:
        response = session.post(url, json={"id": 5, "name": "Fern"})
        print(response.status_code, response.text)
    except requests.RequestException as error:
        print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
