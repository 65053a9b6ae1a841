#!/bin/sh
# Guess: niquests.Session(retries=3) does not send a POST again: neither after a lost response nor
# after a 503 with retry-after.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet niquests==3.21.2 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
import niquests

with niquests.Session(retries=3) as session:
    for url in sys.argv[1:]:
        try:
            response = session.post(url, json={"id": 5, "name": "Fern"})
            print(response.status_code, response.text)
        except niquests.RequestException as error:
            print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
