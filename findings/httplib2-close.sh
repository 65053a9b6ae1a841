#!/bin/sh
# Guess: httplib2 sends a POST again after a close, and once after a reset, as its version 0.20.4 of
# Debian does. A 303 is followed with a GET.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet httplib2==0.31.0 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
import httplib2

client = httplib2.Http()
for url in sys.argv[1:]:
    try:
        response, body = client.request(url, "POST", '{"id":5,"name":"Fern"}', {"content-type": "application/json"})
        print(response.status, body.decode())
    except Exception as error:
        print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
