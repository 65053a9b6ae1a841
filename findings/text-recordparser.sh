#!/bin/sh
# Guess: Perl's Text::RecordParser with the field separator , gives each cell of an RFC 4180 file
# exactly: a doubled quote, an apostrophe, a comma in quotes, an empty cell, and a tag that is 0.
#
# Found, Text::RecordParser 1.6.5: the type of the separator decides what becomes of quotes. With the text
# "," (the default), the quotes stay in the cell. With the pattern qr/,/ they are removed, and a doubled
# quote with them. The comma in quotes does not split a cell either way, so all columns look right.
#
# Output: text: {"id":"1","name":"Fern"}
#               {"id":"2","name":"\"Rose, red\"","tag":"0"}
#               {"id":"3","name":"\"5\"\" pot\"","tag":"\"a\""}
#         pattern: {"id":"1","name":"Fern"}
#               {"id":"2","name":"Rose, red","tag":"0"}
#               {"id":"3","name":"5 pot","tag":"a"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libtext-recordparser-perl=1.6.5-4 libclass-accessor-perl=0.51-2 libio-stringy-perl=2.111-3 \
  liblist-moreutils-perl=0.430-2 libexporter-tiny-perl=1.006000-1 libreadonly-perl=2.050-3 \
  >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PERL5LIB="$dir/usr/share/perl5"

printf 'id,name,tag\n1,Fern,\n2,"Rose, red",0\n3,"5"" pot","a"\n' >plants.csv
cat >run.pl <<'PERL'
use JSON::PP;
use Text::RecordParser;

my $json = JSON::PP->new->canonical;
for ([text => ','], [pattern => qr/,/]) {
  my ($type, $separator) = @$_;
  my $parser = Text::RecordParser->new({ filename => 'plants.csv', field_separator => $separator });
  $parser->bind_header;
  my @plants;
  while (my $plant = $parser->fetchrow_hashref) { push @plants, $json->encode($plant) }
  print "$type: ", join("\n      ", @plants), "\n";
}
PERL

output=$(perl run.pl)
echo "$output"
test "$output" = 'text: {"id":"1","name":"Fern"}
      {"id":"2","name":"\"Rose, red\"","tag":"0"}
      {"id":"3","name":"\"5\"\" pot\"","tag":"\"a\""}
pattern: {"id":"1","name":"Fern"}
      {"id":"2","name":"Rose, red","tag":"0"}
      {"id":"3","name":"5 pot","tag":"a"}'
