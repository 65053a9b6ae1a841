#!/bin/sh
# Guess: uvicorn, hypercorn, granian and gunicorn, each with its defaults, let a POST that runs for
# a second end with its 200 after a SIGTERM. waitress and daphne do not: its response is lost.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet hypercorn==0.18.0 uvicorn==0.54.0 granian==2.8.9 gunicorn==27.0.1 waitress==3.0.2 daphne==4.2.3 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import http.client
import signal
import socket
import subprocess
import threading
import time

open("app.py", "w").write("""
import asyncio
import time

async def asgi(scope, receive, send):
    if scope["type"] != "http":
        return
    await asyncio.sleep(1)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"{}"})

def wsgi(environ, start_response):
    time.sleep(1)
    start_response("200 OK", [("content-length", "2")])
    return [b"{}"]
""")
SERVERS = {
    "uvicorn": "bin/uvicorn app:asgi --lifespan off --log-level critical --port",
    "hypercorn": "bin/hypercorn app:asgi --bind 127.0.0.1:",
    "granian": "bin/granian app:asgi --interface asginl --no-log --port",
    "gunicorn": "bin/gunicorn app:wsgi --log-level critical --bind 127.0.0.1:",
    "gunicorn with threads": "bin/gunicorn app:wsgi --threads 2 --log-level critical --bind 127.0.0.1:",
    "waitress": "bin/waitress-serve --listen 127.0.0.1:",
    "daphne": "bin/daphne app:asgi --verbosity 0 --port",
}
for name, command in SERVERS.items():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = command.split()
    words = [*words[:-1], words[-1] + str(port)] if command.endswith(":") else [*words, str(port)]
    if name == "waitress":
        words.append("app:wsgi")
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.1)
        time.sleep(1)
        threading.Timer(0.4, server.send_signal, [signal.SIGTERM]).start()
        client = http.client.HTTPConnection("127.0.0.1", port)
        try:
            client.request("POST", "/plants", '{"id":5,"name":"Fern"}', {"content-type": "application/json"})
            print(f"{name}: {client.getresponse().status}")
        except (OSError, http.client.HTTPException) as error:
            print(f"{name}: {type(error).__name__}")
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            print(f"{name} did not end")
PY

output=$(bin/python post.py)
echo "$output"
test "$output" = 'TODO'
