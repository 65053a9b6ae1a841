#!/bin/sh
# Guess: Perl's SQL::SplitStatement splits a dump of INSERT statements into one statement for each plant,
# for names with a semicolon, two dashes, /*, a doubled apostrophe, a backslash at the end, and
# the words begin, end and declare, and leaves the texts as they are.
#
# Found, SQL::SplitStatement 1.00023: a backslash before the quote that ends a text keeps the text open, so
# this statement holds the rest of the dump, and the last quote and semicolon are lost. In SQLite, PostgreSQL
# and standard SQL, a backslash is a character. The semicolons, dashes and words in the names are right.
#
# Output: 4 statements:
#         INSERT INTO plants VALUES (1, 'Ivy; red')
#         INSERT INTO plants VALUES (2, 'Rose -- tall')
#         INSERT INTO plants VALUES (3, 'begin')
#         INSERT INTO plants VALUES (4, 'pot \'); INSERT INTO plants VALUES (5, 'Fern)
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libsql-splitstatement-perl=1.00023-2 libsql-tokenizer-perl=0.24-8 \
  libclass-accessor-perl=0.51-2 liblist-moreutils-perl=0.430-2 libexporter-tiny-perl=1.006000-1 \
  libregexp-common-perl=2017060201-3 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PERL5LIB="$dir/usr/share/perl5"

cat >run.pl <<'PERL'
use SQL::SplitStatement;

my @names = ('Ivy; red', 'Rose -- tall', 'begin', 'pot \\', 'Fern');
my $id = 0;
my $dump = join '', map { "INSERT INTO plants VALUES (" . ++$id . ", '$_');\n" } @names;
my @statements = SQL::SplitStatement->new->split($dump);
print scalar(@statements), " statements:\n";
print s/\n/ /gr, "\n" for @statements;
PERL

output=$(perl run.pl)
printf '%s\n' "$output"
test "$output" = "4 statements:
INSERT INTO plants VALUES (1, 'Ivy; red')
INSERT INTO plants VALUES (2, 'Rose -- tall')
INSERT INTO plants VALUES (3, 'begin')
INSERT INTO plants VALUES (4, 'pot \\'); INSERT INTO plants VALUES (5, 'Fern)"
