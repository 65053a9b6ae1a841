#!/bin/sh
# Guess: FastHttpUser of Locust sends a POST once if the response is lost, also on a reused
# connection, and counts a failure. A cut 200 is a failure, too.
#
# Needs PyPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv . && bin/pip install --quiet locust==2.47.0 >/dev/null 2>&1 || exit 77

cat > post.py <<'PY'
import sys
from locust import FastHttpUser
from locust.contrib.fasthttp import FastHttpSession
from locust.env import Environment

environment = Environment(user_classes=[FastHttpUser])
environment.create_local_runner()
session = FastHttpSession(base_url="http://127.0.0.1", request_event=environment.events.request, user=None)
for url in sys.argv[1:]:
    response = session.post(url, json={"id": 5, "name": "Fern"})
    print(response.status_code, response.text, f"failures={environment.stats.total.num_failures}")
PY

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' bin/python post.py)
echo "$output"
test "$output" = 'TODO'
