#!/bin/sh
# Guess: The AsyncHTTPClient of Tornado sends a POST once in every case, follows a 302 and a 303 with a GET and a 307 with the POST, and a cut 200 is an error.
#
# Needs PyPI, and Python 3.11 or later, and Node. Seen with Python 3.11.7 and Node 24.21. The output is at the end.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in python3 node; do command -v $tool >/dev/null || exit 77; done
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib tornado==6.6.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import asyncio
import sys

from tornado.httpclient import AsyncHTTPClient


async def main(urls):
    for url in urls:
        try:
            headers = {"content-type": "application/json"}
            response = await AsyncHTTPClient().fetch(url, method="POST", body='{"id":5,"name":"Fern"}', headers=headers)
            print(response.code, response.body.decode())
        except Exception as error:
            print(type(error).__name__, error)


asyncio.run(main(sys.argv[1:]))
PYTHON
output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 302, 303, 307, 503, cut, cut chunked' python3 run.py)
printf '%s\n' "$output"
