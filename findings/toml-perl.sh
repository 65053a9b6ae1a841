#!/bin/sh
# Guess: Perl's TOML reads back with from_toml what its to_toml wrote: names such as 5" pot, true, 1e3,
# 007 and a line break as the same texts, and an id of 9007199254740993 as a number in the file.
#
# Found, TOML 0.97 with TOML::Parser 0.91: to_toml writes a backslash rightly as two, but from_toml does not
# read them as one if b, t, n, f or r follows: \\n becomes a backslash and a line break. The name bed\narcissus
# is another one after the way through a file, without an error. The other names and the id are right.
#
# Output: "pot \\ clay" -> name = "pot \\ clay" -> "pot \\ clay"
#         "bed\\rose" -> name = "bed\\rose" -> "bed\\\rose"
#         "bed\\narcissus" -> name = "bed\\narcissus" -> "bed\\\narcissus"
#         "bed\\tulip" -> name = "bed\\tulip" -> "bed\\\tulip"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libtoml-perl=0.97-2 libtoml-parser-perl=0.91-2 libtypes-serialiser-perl=1.01-1 \
  libcommon-sense-perl=3.75-3 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
PERL5LIB=$dir/usr/share/perl5:$(dirname "$(dirname "$(find "$dir/usr/lib" -name sense.pm)")")
export PERL5LIB

cat >run.pl <<'PERL'
use JSON::PP;
use TOML;

my $json = JSON::PP->new->allow_nonref;
for my $name ('pot \ clay', 'bed\rose', 'bed\narcissus', 'bed\tulip') {
  my $toml = to_toml({ name => $name });
  my $plant = from_toml($toml);
  chomp $toml;
  print $json->encode($name), " -> $toml -> ", $json->encode($plant->{name}), "\n";
}
PERL

output=$(perl run.pl)
printf '%s\n' "$output"
test "$output" = '"pot \\ clay" -> name = "pot \\ clay" -> "pot \\ clay"
"bed\\rose" -> name = "bed\\rose" -> "bed\\\rose"
"bed\\narcissus" -> name = "bed\\narcissus" -> "bed\\\narcissus"
"bed\\tulip" -> name = "bed\\tulip" -> "bed\\\tulip"'
