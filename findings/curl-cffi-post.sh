#!/bin/sh
# Guess: curl_cffi sends a POST again after a lost response on a reused connection only. It follows
# 302 and 303 with a GET, 307 with the POST. A cut 200 is an error.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet curl_cffi==0.17.0 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
from curl_cffi import requests

with requests.Session() as session:
    for url in sys.argv[1:]:
        try:
            response = session.post(url, json={"id": 5, "name": "Fern"})
            print(response.status_code, response.text)
        except requests.exceptions.RequestException as error:
            print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
