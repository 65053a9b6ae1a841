#!/bin/sh
# Guess: treq (Twisted) sends a POST once in every case, also on a reused connection; it follows a 302 and a 303 with a GET, and a 307 of a POST is an error; a cut 200 is an error.
#
# Found, treq 26.7.0: a 302 is an error, like a 307; a 303 is followed with a GET.
#
# Needs PyPI, and Python 3.11 or later, and Node. Seen with Python 3.11.7 and Node 24.21. The output is at the end.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in python3 node; do command -v $tool >/dev/null || exit 77; done
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  treq==26.7.0 attrs==26.1.0 Automat==25.4.16 cffi==2.1.1 constantly==23.10.4 cryptography==50.0.2 \
  hyperlink==21.0.0 idna==3.20 Incremental==24.11.0 multipart==2.0.1 packaging==26.4 pycparser==3.12 \
  pyOpenSSL==26.4.0 service-identity==26.1.0 Twisted==26.10.0 typing_extensions==4.16.0 zope.interface==8.7 \
  >/dev/null 2>&1 || exit 77
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
test "$output" = "$(cat <<'OUTPUT'
closed (reused): POST; ResponseNeverReceived
reset (reused): POST; ResponseNeverReceived
closed: POST; ResponseNeverReceived
reset: POST; ResponseNeverReceived
302: POST; ResponseFailed
303: POST, GET /done; 200 {"name":"Fern"}
307: POST; ResponseFailed
503: POST; 503 {"error":503,"message":"no"}
cut: POST; ResponseFailed
cut chunked: POST; ResponseFailed
OUTPUT
)"
