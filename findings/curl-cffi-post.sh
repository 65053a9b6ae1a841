#!/bin/sh
# Guess: curl_cffi sends a POST again after a close or a reset of a reused connection, and once on a new one; it follows a 302 and a 303 with a GET, a 307 with the POST; a cut 200 is an error.
#
# Needs PyPI, and Python 3.11 or later, and Node. Seen with Python 3.11.7 and Node 24.21. The output is at the end.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in python3 node; do command -v $tool >/dev/null || exit 77; done
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib curl_cffi==0.17.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import sys

from curl_cffi import requests

session = requests.Session()
for url in sys.argv[1:]:
    try:
        response = session.post(url, json={"id": 5, "name": "Fern"})
        print(response.status_code, response.text)
    except requests.exceptions.RequestException as error:
        print(type(error).__name__)
PYTHON
output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 302, 303, 307, 503, cut, cut chunked' python3 run.py)
printf '%s\n' "$output"
