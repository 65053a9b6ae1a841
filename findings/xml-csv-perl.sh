#!/bin/sh
# Guess: Perl's XML::CSV writes each record of an RFC 4180 file as an element, with its cells exactly: an
# ampersand, a <, a doubled quote, a line break, an accented letter and an empty cell.
#
# Found, XML::CSV 0.15: a record with a character that is not ASCII becomes an element without values, and
# so does each line of a record with a line break. No error is reported, and parse_doc returns 1 as for a right
# file. The other records are right.
#
# Output: 1
#         <id>1</id><name>A &amp; B</name>
#         <id></id><name></name>
#         <id>3</id><name>5&quot; pot</name>
#         <id></id><name></name>
#         <id></id><name></name>
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libxml-csv-perl=0.15-10 libtext-csv-xs-perl=1.49-1+deb12u1 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
PERL5LIB=$dir/usr/share/perl5:$(dirname "$(dirname "$(find "$dir/usr/lib" -name CSV_XS.pm)")")
export PERL5LIB

printf 'id,name\n1,A & B\n2,Ficus × elastica\n3,"5"" pot"\n4,"line 1\nline 2"\n' >plants.csv
cat >run.pl <<'PERL'
use XML::CSV;

my $csv = XML::CSV->new;
print $csv->parse_doc('plants.csv', { headings => 1 }), "\n";
$csv->print_xml('plants.xml', { file_tag => 'plants', parent_tag => 'plant' });
PERL

output="$(/usr/bin/perl run.pl)
$(tr -d '\n\t' <plants.xml | sed 's/<plants>//; s/<plant>//g; s/<\/plants>//; s/<\/plant>/\n/g')"
echo "$output"
test "$output" = '1
<id>1</id><name>A &amp; B</name>
<id></id><name></name>
<id>3</id><name>5&quot; pot</name>
<id></id><name></name>
<id></id><name></name>'
