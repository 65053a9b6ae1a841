#!/bin/sh
# Guess: geventhttpclient sends a POST again after a lost response, on a new connection, too, as its
# version 2.0.8 of Debian does. A cut 200 is an error.
#
# Found, geventhttpclient 2.6.1: it sends a POST once. Version 2.0.8 of Debian sent it up to three
# times.
#
# Output: closed (reused): POST; HTTPConnectionClosed
#         reset (reused): POST; HTTPConnectionClosed
#         closed: POST; HTTPConnectionClosed
#         closed all: POST; HTTPConnectionClosed
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet geventhttpclient==2.6.1 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
from urllib.parse import urlsplit
from geventhttpclient import HTTPClient

clients = {}
for url in sys.argv[1:]:
    client = clients.setdefault(url, HTTPClient.from_url(url))
    try:
        response = client.post(urlsplit(url).path, '{"id":5,"name":"Fern"}', {"content-type": "application/json"})
        print(response.status_code, bytes(response.read()).decode())
    except Exception as error:
        print(type(error).__name__)
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, closed all' bin/python post.py)
echo "$output"
test "$output" = 'closed (reused): POST; HTTPConnectionClosed
reset (reused): POST; HTTPConnectionClosed
closed: POST; HTTPConnectionClosed
closed all: POST; HTTPConnectionClosed'
