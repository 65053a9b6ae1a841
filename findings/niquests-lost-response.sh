#!/bin/sh
# Guess: niquests sends a POST once in every case, as requests does: a lost response and a cut one
# are errors, 302 and 303 are followed with a GET, 307 with the POST, and 400 is a response.
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

with niquests.Session() as session:
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
