#!/bin/sh
# Guess: jo id=9007199254740993 name=007 tag= writes {"id":9007199254740993,"name":"007","tag":""}:
# an integer keeps its digits, a text with leading zeros stays a text, and nothing is an empty text.
#
# Found, jo 1.9: each value that looks like a number becomes a double. The id is another one, the name 007
# is the number 7, 1e3 is 1000, and nothing is null. -s before a word
# keeps it as a text.
#
# Output: {"id":9007199254740992,"name":7,"tag":null}
#         {"id":9007199254740992,"name":"007","tag":""}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download jo=1.9-1 >/dev/null 2>&1 || exit 77
dpkg -x jo_*.deb .

output=$(
  usr/bin/jo id=9007199254740993 name=007 tag=
  usr/bin/jo -- id=9007199254740993 -s name=007 -s tag=
)
echo "$output"
test "$output" = '{"id":9007199254740992,"name":7,"tag":null}
{"id":9007199254740992,"name":"007","tag":""}'
