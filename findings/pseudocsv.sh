#!/bin/sh
# Guess: PGObject::Util::PseudoCSV parses the text of a PostgreSQL row, (5,"5"" pot \\ clay",,"") , to 5,
# the name with one backslash, undef and an empty text, and to_row writes the same text.
#
# Found, PGObject::Util::PseudoCSV 2: read, the backslash stays doubled, and no value is "". Written, no value
# is NULL and "" is nothing, which in a row mean the other way round: PostgreSQL reads the text NULL and no
# value. A backslash is not doubled, so PostgreSQL drops it (tried with PGlite 0.5.17, PostgreSQL 18).
#
# Output: PostgreSQL's text: (5,"5"" pot \\ clay",,"")
#         read: ["5","5\" pot \\\\ clay","",""]
#         values: ["5","5\" pot \\ clay",null,""]
#         written: (5,"5"" pot \ clay",NULL,)
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libpgobject-util-pseudocsv-perl=2-2 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PERL5LIB="$dir/usr/share/perl5"

cat >run.pl <<'PERL'
use JSON::PP;
use PGObject::Util::PseudoCSV;

chomp(my $row = <DATA>);
my @plant = ('5', '5" pot \ clay', undef, '');
print "PostgreSQL's text: $row\n";
print 'read: ', encode_json([pseudocsv_parse($row, 'text')]), "\n";
print 'values: ', encode_json(\@plant), "\n";
print 'written: ', to_pseudocsv(\@plant, 1), "\n";
__DATA__
(5,"5"" pot \\ clay",,"")
PERL

output=$(perl run.pl)
printf '%s\n' "$output"
test "$output" = 'PostgreSQL'\''s text: (5,"5"" pot \\ clay",,"")
read: ["5","5\" pot \\\\ clay","",""]
values: ["5","5\" pot \\ clay",null,""]
written: (5,"5"" pot \ clay",NULL,)'
