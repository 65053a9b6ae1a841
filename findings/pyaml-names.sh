#!/bin/sh
# Guess: PyYAML reads the same names that pyaml.dump wrote: 007, 1e3, on, no, true, null, ~, 12:30,
# 1_000, 2026-11-28, "a: b", "a #b", "- a", outer spaces, an empty one, a line break in the
# middle, at the end, and two at the end.
#
# Found, pyaml 21.10.1 and PyYAML 6.0: pyaml quotes a name such as "a: b", but not one that looks like another
# type, and not one in quotes. The name "Red" loses its quotes, null is no value, and {a} is a mapping. No error
# is raised.
#
# Output: "\"Red\"" -> name: "Red" -> "Red"
#         "null" -> name: null -> null
#         "{a}" -> name: {a} -> {"a": null}
#         "no" -> name: no -> false
#         "007" -> name: 007 -> 7
#         "12:30" -> name: 12:30 -> 750
#         "a: b" -> name: 'a: b' -> "a: b"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download python3-pretty-yaml=21.10.1-1 python3-unidecode=1.3.6-1 python3-yaml=6.0-3+b2 \
  >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PYTHONPATH="$dir/usr/lib/python3/dist-packages"

cat >run.py <<'PYTHON'
import json
import pyaml
import yaml

for name in ['"Red"', 'null', '{a}', 'no', '007', '12:30', 'a: b']:
    written = pyaml.dump({'name': name})
    print(json.dumps(name), '->', written.strip(), '->', json.dumps(yaml.safe_load(written)['name']))
PYTHON

output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "\"\\\"Red\\\"\" -> name: \"Red\" -> \"Red\"
\"null\" -> name: null -> null
\"{a}\" -> name: {a} -> {\"a\": null}
\"no\" -> name: no -> false
\"007\" -> name: 007 -> 7
\"12:30\" -> name: 12:30 -> 750
\"a: b\" -> name: 'a: b' -> \"a: b\""
