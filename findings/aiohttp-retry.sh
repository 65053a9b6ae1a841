#!/bin/sh
# Guess: RetryClient of aiohttp-retry with ExponentialRetry(attempts=3) sends a POST again after a
# lost response and after a 503, and not after a 400. A cut 200 is an error, and the POST was sent
# once.
#
# Found, aiohttp-retry 2.9.1: it is the other way round for a lost response, which is an error after
# one POST. Only a status of 500 or more is followed by another POST, although the store may have
# created the plant then, too.
#
# Output: closed (reused): POST; ServerDisconnectedError
#         closed: POST; ServerDisconnectedError
#         503: POST, POST; 200 {"name":"Fern"}
#         cut: POST; ClientPayloadError
#         400: POST; 400 {"error":400,"message":"no"}
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet aiohttp-retry==2.9.1 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import asyncio
import sys
import aiohttp
from aiohttp_retry import ExponentialRetry, RetryClient


async def main(urls):
    async with RetryClient(retry_options=ExponentialRetry(attempts=3, start_timeout=0.01)) as client:
        for url in urls:
            try:
                async with client.post(url, json={"id": 5, "name": "Fern"}) as response:
                    print(response.status, await response.text())
            except aiohttp.ClientError as error:
                print(type(error).__name__)


asyncio.run(main(sys.argv[1:]))
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), closed, 503, cut, 400' bin/python post.py)
echo "$output"
test "$output" = 'closed (reused): POST; ServerDisconnectedError
closed: POST; ServerDisconnectedError
503: POST, POST; 200 {"name":"Fern"}
cut: POST; ClientPayloadError
400: POST; 400 {"error":400,"message":"no"}'
