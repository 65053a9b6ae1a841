#!/bin/sh
# Guess: jo writes the names 007, 0x1F, Infinity, nan, 1e3x, +5 and " 7" as strings, and the ids 5, -5
# and 4294967297 as these numbers.
#
# Found, jo 1.9: a value that starts like a C number is a number, so the name 007 is 7, 0x1F is 31, +5 is 5,
# and a space before the digits is lost. One with a space behind is a string. An id goes through a double. Only
# "-s" before each word makes texts ("jo -- -s name=007").
#
# Output: {"name":7}
#         {"name":31}
#         {"name":5}
#         {"name":7}
#         {"name":"7 "}
#         {"name":"Infinity"}
#         {"id":9007199254740992}
#         {"name":"007"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download jo=1.9-1 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done

output=$(
  for word in name=007 name=0x1F name=+5 'name= 7' 'name=7 ' name=Infinity id=9007199254740993; do
    usr/bin/jo "$word"
  done
  usr/bin/jo -- -s name=007
)
echo "$output"
test "$output" = '{"name":7}
{"name":31}
{"name":5}
{"name":7}
{"name":"7 "}
{"name":"Infinity"}
{"id":9007199254740992}
{"name":"007"}'
