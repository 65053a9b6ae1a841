#!/bin/sh
# Guess: mitmdump as a reverse proxy turns a lost response into a 502 and sends the POST once, also
# on a reused connection. A cut 200 becomes a 502, too, because mitmproxy reads a response before it
# passes it on.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet mitmproxy==11.0.2 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import http.client
import socket
import subprocess
import sys
import time

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
command = ["bin/mitmdump", "--quiet", "--listen-host", "127.0.0.1", "--listen-port", str(port), "--set", "confdir=conf"]
with subprocess.Popen(command) as proxy:
    while proxy.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            time.sleep(0.1)
    client = http.client.HTTPConnection("127.0.0.1", port)
    for url in sys.argv[1:]:
        try:
            client.request("POST", url, '{"id":5,"name":"Fern"}', {"content-type": "application/json"})
            response = client.getresponse()
            print(response.status, response.getheader("content-type"), response.read()[:15])
        except (OSError, http.client.HTTPException) as error:
            print(type(error).__name__)
            client.close()
    proxy.kill()
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
