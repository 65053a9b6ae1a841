#!/bin/sh
# Guess: geventhttpclient sends a POST again after a lost response, on a new connection, too, as its
# version 2.0.8 of Debian does. A cut 200 is an error.
#
# Found, geventhttpclient 2.6.1: it sends a POST once. Version 2.0.8 sends it up to three times.
#
# Needs PyPI, Python 3.11 and Node. Seen with Python 3.11.7 and Node 24.21. The output is at the end.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in python3 node; do command -v $tool >/dev/null || exit 77; done
install() {
  python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target "$@" >/dev/null 2>&1 || exit 77
}
install lib brotli==1.2.1 certifi==2026.10.19.post1 gevent==26.9.0 greenlet==3.5.6 six==1.17.0 zope.event==6.2 \
  zope.interface==8.7
install 2.6.1 geventhttpclient==2.6.1
install 2.0.8 geventhttpclient==2.0.8

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

output=$(for version in 2.6.1 2.0.8; do
  echo "$version"
  export PYTHONPATH="$dir/$version:$dir/lib"
  node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, closed all' python3 post.py
done)
echo "$output"
test "$output" = "$(cat <<'OUTPUT'
2.6.1
closed (reused): POST; HTTPConnectionClosed
reset (reused): POST; HTTPConnectionClosed
closed: POST; HTTPConnectionClosed
closed all: POST; HTTPConnectionClosed
2.0.8
closed (reused): POST, POST; 200 {"name":"Fern"}
reset (reused): POST, POST; 200 {"name":"Fern"}
closed: POST, POST; 200 {"name":"Fern"}
closed all: POST, POST, POST; HTTPConnectionClosed
OUTPUT
)"
