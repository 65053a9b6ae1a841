#!/bin/sh
# Guess: gabbi puts the name 007 of a response into the next request as the text "007".
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib gabbi==4.2.3 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import http.server, json, subprocess, sys, threading
bodies = []
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        bodies.append(self.rfile.read(int(self.headers["content-length"])).decode())
        body = b'{"id":9007199254740993,"name":"007","tag":"true"}'
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
open("plants.yaml", "w").write("""
tests:
- name: first
  POST: /plants
  data: {id: 1, name: Fern}
  request_headers: {content-type: application/json}
  response_json_paths: {$.id: 9007199254740993, $.name: '007'}
- name: second
  POST: /plants
  request_headers: {content-type: application/json}
  data: {id: "$RESPONSE['$.id']", name: "$RESPONSE['$.name']", tag: "$RESPONSE['$.tag']"}
""")
done = subprocess.run([sys.executable, "-c", "from gabbi.runner import run; run()", f"http://127.0.0.1:{server.server_port}", "--", "plants.yaml"], capture_output=True, text=True)
print(bodies)
print(done.stdout[-600:], done.stderr[-600:] if len(bodies) < 2 else "")
PYTHON

output=$(python3 run.py)
echo "$output"
