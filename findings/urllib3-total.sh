#!/bin/sh
# Guess: urllib3 with Retry(total=3) and a POST: once after a lost response and after a 503, also
# with retry-after. A 302 is followed with the POST and a 303 with a GET.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet urllib3==2.8.0 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
import urllib3

pool = urllib3.PoolManager(retries=urllib3.Retry(total=3))
for url in sys.argv[1:]:
    try:
        response = pool.request("POST", url, json={"id": 5, "name": "Fern"})
        print(response.status, response.data.decode())
    except urllib3.exceptions.HTTPError as error:
        print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
