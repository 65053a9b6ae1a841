#!/bin/sh
# Guess: the SQLite extension csvtable gives every cell  exactly, as text.
#
# Found, csvtable 0.9998 with SQLite 3.40.1: it reads the quotes and line breaks rightly, but a last
# record without a line break at the end of the file is not there. No error: the table has one plant
# less. RFC 4180 and most programs leave this line break out or allow it.
#
# Output: with a line break at the end: 1 Fern, 2 5" pot
#         without: 1 Fern
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libsqlite3-mod-csvtable=0.9998-3+b1 sqlite3=3.40.1-2+deb12u2 \
  libsqlite3-0=3.40.1-2+deb12u2 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
libraries=$(dirname "$(find "$dir/usr" -name libsqlite3_mod_csvtable.so)")
export LD_LIBRARY_PATH="$libraries"

records() {
  usr/bin/sqlite3 :memory: ".load $libraries/libsqlite3_mod_csvtable" \
    "CREATE VIRTUAL TABLE plants USING csvtable('$1', 1)" \
    "SELECT group_concat(id || ' ' || name, ', ') FROM plants"
}
printf 'id;name\n1;Fern\n2;"5"" pot"\n' >with.csv
printf 'id;name\n1;Fern\n2;"5"" pot"' >without.csv
output="with a line break at the end: $(records with.csv)
without: $(records without.csv)"
echo "$output"
test "$output" = 'with a line break at the end: 1 Fern, 2 5" pot
without: 1 Fern'
