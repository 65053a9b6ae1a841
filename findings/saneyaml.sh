#!/bin/sh
# Guess: PyYAML reads the same names that saneyaml.dump wrote: 007, 1e3, on, no, true, null, ~, 12:30,
# 1_000, 2026-11-28, "a: b", "a #b", an outer space, an empty one and a line break; saneyaml.load
# reads the id 9007199254740993 as an integer and true as a boolean.
#
# Found, saneyaml 0.3 with PyYAML 6.0: load makes texts of numbers and of null, but not of true and no. An id
# is the text of its digits, and the tag null is the text "null". Sent as JSON, the plant is refused for its
# id; with the id converted, it is created with the tag null. dump raises a TypeError with this PyYAML.
#
# Output: saneyaml: {"id": "9007199254740993", "name": "Fern", "tag": "null", "indoor": false, "watered": true}
#         PyYAML: {"id": 9007199254740993, "name": "Fern", "tag": null, "indoor": false, "watered": true}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download python3-saneyaml=0.3-2 python3-yaml=6.0-3+b2 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PYTHONPATH="$dir/usr/lib/python3/dist-packages"

cat >plant.yaml <<'YAML'
id: 9007199254740993
name: Fern
tag: null
indoor: no
watered: true
YAML
cat >run.py <<'PYTHON'
import json
import saneyaml
import yaml

text = open('plant.yaml').read()
print('saneyaml:', json.dumps(saneyaml.load(text)))
print('PyYAML:', json.dumps(yaml.safe_load(text)))
PYTHON

output=$(python3 run.py)
echo "$output"
test "$output" = 'saneyaml: {"id": "9007199254740993", "name": "Fern", "tag": "null", "indoor": false, "watered": true}
PyYAML: {"id": 9007199254740993, "name": "Fern", "tag": null, "indoor": false, "watered": true}'
