#!/bin/sh
# Guess: treq (Twisted) sends a POST once in every case, also on a reused connection; it follows a 302 and a 303 with a GET, and a 307 of a POST is an error; a cut 200 is an error.
#
# Needs PyPI, and Python 3.11 or later, and Node. Seen with Python 3.11.7 and Node 24.21. The output is at the end.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in python3 node; do command -v $tool >/dev/null || exit 77; done
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib treq==26.7.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import sys

import treq
from twisted.internet.defer import ensureDeferred
from twisted.internet.task import react


async def main(urls):
    for url in urls:
        try:
            response = await treq.post(url, json={"id": 5, "name": "Fern"})
            print(response.code, await response.text())
        except Exception as error:
            print(type(error).__name__)


react(lambda reactor: ensureDeferred(main(sys.argv[1:])))
PYTHON
output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 302, 303, 307, 503, cut, cut chunked' python3 run.py)
printf '%s\n' "$output"
