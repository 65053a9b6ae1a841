#!/bin/sh
# Guess: aiosonic sends a POST once in every case, does not follow redirects by default, and a cut
# 200 is an error.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet aiosonic==1.3.3 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import asyncio
import sys
import aiosonic


async def main(urls):
    async with aiosonic.HTTPClient() as client:
        for url in urls:
            try:
                response = await client.post(url, json={"id": 5, "name": "Fern"})
                print(response.status_code, await response.text())
            except Exception as error:
                print(type(error).__name__)


asyncio.run(main(sys.argv[1:]))
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
