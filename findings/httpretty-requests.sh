#!/bin/sh
# Guess: httpretty.latest_requests() has one entry after one POST with a JSON body by requests.
#
# Found, httpretty 1.1.4 with requests 2.28.1: it has two entries, both with the whole body. Python sends the
# headers and the body one after the other, and httpretty adds an entry for each. A POST without a body is one.
# A test that counts the entries sees a plant that is sent twice.
#
# Output: with a body: 2 entries, bodies {"id": 5} and {"id": 5}
#         without a body: 1 entry
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
test -x /usr/bin/python3 || exit 77
apt-get download python3-httpretty=1.1.4-1 python3-requests=2.28.1+dfsg-1 python3-urllib3=1.26.12-1+deb12u4 \
  python3-certifi=2022.9.24-1 python3-chardet=5.1.0+dfsg-2 python3-idna=3.3-1+deb12u1 python3-six=1.16.0-4 \
  >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PYTHONPATH="$dir/usr/lib/python3/dist-packages"

cat > run.py <<'PYTHON'
import httpretty
import requests


def entries(body):
    with httpretty.enabled(allow_net_connect=False):
        httpretty.reset()
        httpretty.register_uri(httpretty.POST, "http://plants.test/plants", body="{}")
        requests.post("http://plants.test/plants", json=body)
        return httpretty.latest_requests()


first, second = (entry.body.decode() for entry in entries({"id": 5}))
print(f"with a body: 2 entries, bodies {first} and {second}")
[only] = entries(None)
print("without a body: 1 entry")
PYTHON

output=$(/usr/bin/python3 run.py)
echo "$output"
test "$output" = 'with a body: 2 entries, bodies {"id": 5} and {"id": 5}
without a body: 1 entry'
