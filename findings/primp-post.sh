#!/bin/sh
# Guess: primp sends a POST once in every case, follows 302 and 303 with a GET and 307 with the
# POST, and a cut 200 is an error.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet primp==2.0.1 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
import primp

client = primp.Client()
for url in sys.argv[1:]:
    try:
        response = client.post(url, json={"id": 5, "name": "Fern"})
        print(response.status_code, response.text)
    except Exception as error:
        print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
