#!/bin/sh
# Guess: PyYAML reads the names that Perl's YAML::Tiny wrote as the same texts: 007, 1e3, 1_000, 12:30,
# 0x1F, on, no, true, null, ~, an outer space, a colon, a # and 2026-11-28.
#
# Found, YAML::Tiny 1.73 and PyYAML 6.0: YAML::Tiny quotes 007, 1e3, true, null and ~, but writes on, no,
# 12:30, 1_000, 0x1F and a date without quotes. PyYAML reads these as another type, without an error: the
# tag "no" is false, and the name "12:30" is 750.
#
# Output: name: '007' -> "007"
#         name: '1e3' -> "1e3"
#         name: 'true' -> "true"
#         name: on -> true
#         name: no -> false
#         name: 12:30 -> 750
#         name: 1_000 -> 1000
#         name: 0x1F -> 31
#         name: 2026-11-28 -> date
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libyaml-tiny-perl=1.73-1 python3-yaml=6.0-3+b2 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PERL5LIB="$dir/usr/share/perl5" PYTHONPATH="$dir/usr/lib/python3/dist-packages"

cat >write.pl <<'PERL'
use YAML::Tiny;
print "---\n" . substr(YAML::Tiny::Dump({ name => $_ }), 4)
  for '007', '1e3', 'true', 'on', 'no', '12:30', '1_000', '0x1F', '2026-11-28';
PERL
cat >read.py <<'PYTHON'
import datetime
import json
import sys
import yaml

text = sys.stdin.read()
for written, plant in zip(text.split('---\n')[1:], yaml.safe_load_all(text)):
    name = plant['name']
    print(written.strip(), '->', 'date' if isinstance(name, datetime.date) else json.dumps(name))
PYTHON

output=$(perl write.pl | python3 read.py)
echo "$output"
test "$output" = "name: '007' -> \"007\"
name: '1e3' -> \"1e3\"
name: 'true' -> \"true\"
name: on -> true
name: no -> false
name: 12:30 -> 750
name: 1_000 -> 1000
name: 0x1F -> 31
name: 2026-11-28 -> date"
