#!/bin/sh
# Guess: the mock service of pact-python refuses 5.0 and 5.5 for match.integer(5), refuses "5" for
# match.like(5), and takes 9223372036854775808 for match.integer(5).
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib pact-python==4.2.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import http.client
from pact import Pact, match

def answer(matcher, id):
    pact = Pact("page", "store")
    (pact.upon_receiving("a plant").with_request("POST", "/plants")
        .with_body({"id": matcher}, "application/json").will_respond_with(200))
    with pact.serve(raises=False) as service:
        connection = http.client.HTTPConnection("127.0.0.1" if service.url.host == "localhost" else service.url.host, service.url.port)
        connection.request("POST", "/plants", '{"id":%s}' % id, {"content-type": "application/json"})
        return connection.getresponse().status

for id in ["6", "5.0", "5.5", '"5"', "9223372036854775808", "1e3"]:
    print(id, "integer:", answer(match.integer(5), id), "like:", answer(match.like(5), id))
PYTHON

output=$(python3 run.py)
echo "$output"
