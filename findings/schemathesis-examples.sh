#!/bin/sh
# Guess: `schemathesis run --phases fuzzing --mode positive --max-examples 10` sends at most ten POSTs to
# an API with one operation.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib schemathesis==4.32.5 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import json
import http.server
import subprocess
import sys
import threading

bodies = []

class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        bodies.append(json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"null"))
        body = b'{"name":"Fern"}'
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
plant = {
    "type": "object",
    "required": ["id", "name"],
    "properties": {"id": {"type": "integer", "format": "int64"}, "name": {"type": "string"}},
}
content = {"application/json": {"schema": plant}}
responses = {"200": {"description": "created", "content": {"application/json": {"schema": {"type": "object"}}}}}
document = {
    "openapi": "3.1.0",
    "info": {"title": "Plants", "version": "1"},
    "paths": {"/plants": {"post": {"requestBody": {"required": True, "content": content}, "responses": responses}}},
}
json.dump(document, open("openapi.json", "w"))

def run(*options):
    bodies.clear()
    url = f"http://127.0.0.1:{server.server_port}"
    args = [sys.executable, "-m", "schemathesis.cli", "run", "openapi.json", "--url", url, *options]
    done = subprocess.run(args, capture_output=True, text=True)
    return done.stdout[-1500:] + done.stderr[-500:]

out = run("--phases", "fuzzing", "--mode", "positive", "--max-examples", "10", "--seed", "1")
print(len(bodies), "POSTs")
print(out if not bodies else "")
PYTHON

output=$(python3 run.py)
echo "$output"
