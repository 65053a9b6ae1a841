#!/bin/sh
# Guess: Perl's JSON::Parse reads the ids 5, -5, 9007199254740993, 9223372036854775807 and 1e3 as
# numbers, so that JSON::PP writes them without quotes and with the same value.
#
# Found, JSON::Parse 0.62 and JSON::PP 4.07: an integer of eight digits or more is read as a string, and
# written with quotes. Shorter ones stay numbers, and 12345678.0 does, too. So the first ids work, and from
# 10000000 on each plant is refused by a service that wants an integer.
#
# Output: {"id":5} -> {"id":5}
#         {"id":-9999999} -> {"id":-9999999}
#         {"id":9999999} -> {"id":9999999}
#         {"id":10000000} -> {"id":"10000000"}
#         {"id":9007199254740993} -> {"id":"9007199254740993"}
#         {"id":12345678.0} -> {"id":12345678}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libjson-parse-perl=0.62-1+b1 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
PERL5LIB=$(dirname "$(dirname "$(find "$dir/usr/lib" -name Parse.pm)")")
export PERL5LIB

cat >run.pl <<'PERL'
use JSON::Parse 'parse_json';
use JSON::PP;

for my $id (qw(5 -9999999 9999999 10000000 9007199254740993 12345678.0)) {
  my $plant = qq({"id":$id});
  print "$plant -> ", encode_json(parse_json($plant)), "\n";
}
PERL

output=$(/usr/bin/perl run.pl)
echo "$output"
test "$output" = '{"id":5} -> {"id":5}
{"id":-9999999} -> {"id":-9999999}
{"id":9999999} -> {"id":9999999}
{"id":10000000} -> {"id":"10000000"}
{"id":9007199254740993} -> {"id":"9007199254740993"}
{"id":12345678.0} -> {"id":12345678}'
