#!/bin/sh
# Guess: the json_params_matcher({"id": 1}) of responses does not match the body {"id": true}.
#
# Found, responses 0.18.0: it compares with == of Python, where True is 1. A test of a client that sends true as
# the id passes, and so does 1.0.
#
# Output: true: 200; 1.0: 200; "1": ConnectionError
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
test -x /usr/bin/python3 || exit 77
apt-get download python3-responses=0.18.0-1 python3-requests=2.28.1+dfsg-1 python3-urllib3=1.26.12-1+deb12u4 \
  python3-certifi=2022.9.24-1 python3-chardet=5.1.0+dfsg-2 python3-idna=3.3-1+deb12u1 python3-six=1.16.0-4 \
  >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PYTHONPATH="$dir/usr/lib/python3/dist-packages"

cat > run.py <<'PYTHON'
import json

import requests
import responses
from responses.matchers import json_params_matcher

URL = "http://plants.test/plants"


@responses.activate
def outcome(plant_id):
    responses.add(responses.POST, URL, json={}, match=[json_params_matcher({"id": 1})])
    try:
        return requests.post(URL, json={"id": plant_id}).status_code
    except requests.ConnectionError:
        return "ConnectionError"


print("; ".join(f"{json.dumps(plant_id)}: {outcome(plant_id)}" for plant_id in [True, 1.0, "1"]))
PYTHON

output=$(/usr/bin/python3 run.py)
echo "$output"
test "$output" = 'true: 200; 1.0: 200; "1": ConnectionError'
