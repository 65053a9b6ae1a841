#!/bin/sh
# Guess: RetryClient of aiohttp-retry with ExponentialRetry(attempts=3) sends a POST again after a
# lost response and after a 503, and not after a 400. A cut 200 is an error, and the POST was sent
# once.
#
# Found, aiohttp-retry 2.9.1: it is the other way round for a lost response, which is an error after
# one POST. After the 503, it sends another POST, although the store may have created the plant then, too.
#
# Output: closed (reused): POST; ServerDisconnectedError
#         closed: POST; ServerDisconnectedError
#         503: POST, POST; 200 {"name":"Fern"}
#         cut: POST; ClientPayloadError
#         400: POST; 400 {"error":400,"message":"no"}
#
# Needs PyPI, and Python 3.11 or later, and Node. Seen with Python 3.11.7 and Node 24.21.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in python3 node; do command -v $tool >/dev/null || exit 77; done
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  aiohttp-retry==2.9.1 aiohappyeyeballs==2.7.1 aiohttp==3.14.5 aiosignal==1.4.0 attrs==26.1.0 frozenlist==1.8.0 \
  idna==3.20 multidict==7.2.1 propcache==0.5.4 typing_extensions==4.16.0 yarl==1.25.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

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

output=$(node "$here/serve-events.mjs" 'closed (reused), closed, 503, cut, 400' python3 post.py)
echo "$output"
test "$output" = 'closed (reused): POST; ServerDisconnectedError
closed: POST; ServerDisconnectedError
503: POST, POST; 200 {"name":"Fern"}
cut: POST; ClientPayloadError
400: POST; 400 {"error":400,"message":"no"}'
