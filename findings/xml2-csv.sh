#!/bin/sh
# Guess: csv2 of the Debian package xml2 gives each cell of an RFC 4180 file, and 2csv writes them back
# so that a CSV reader gets the same cells: a doubled quote, a comma, an outer space, an empty
# cell, a cell with a slash or an equals sign, and 007.
#
# Found, xml2 0.5: an empty last cell gets the text of all lines that follow, up to the end of the file. The
# next records are right again. The exit status is 0.
#
# Output: /file/record/id=1
#         /file/record/name=Fern
#         /file/record/tag=3,Ivy,x
#         4,Moss,y
#         /file/record/id=3
#         /file/record/name=Ivy
#         /file/record/tag=x
#         /file/record/id=4
#         /file/record/name=Moss
#         /file/record/tag=y
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download xml2=0.5-4 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done

printf 'id,name,tag\n1,Fern,\n3,Ivy,x\n4,Moss,y\n' >plants.csv
output=$(usr/bin/csv2 -f <plants.csv | grep -v -e '/record$' -e '@num')
echo "$output"
test "$output" = '/file/record/id=1
/file/record/name=Fern
/file/record/tag=3,Ivy,x
4,Moss,y
/file/record/id=3
/file/record/name=Ivy
/file/record/tag=x
/file/record/id=4
/file/record/name=Moss
/file/record/tag=y'
