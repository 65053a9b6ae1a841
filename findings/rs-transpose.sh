#!/bin/sh
# Guess: rs -c, -C, -T turns the columns of a simple CSV file into rows, and keeps empty cells, also the
# last one of a line, in their place.
#
# Found, rs 20200313: a line whose last cell is empty counts as one without this cell, and the cell is
# taken from the next line. All cells after it move: the tag of Rose is 3, and the id of Ivy is a tag. The
# option -n fills lines with empty cells instead.
#
# Output: 1,2,,Ivy,
#         Fern,Rose,red,x,
#         indoor,3,4,
#         with -n:
#         1,2,3,4,
#         Fern,Rose,,Ivy,
#         indoor,,red,x,
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download rs=20200313-1 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done

printf '1,Fern,indoor\n2,Rose,\n3,,red\n4,Ivy,x\n' >plants.csv
output="$(usr/bin/rs -c, -C, -T <plants.csv)
with -n:
$(usr/bin/rs -n -c, -C, -T <plants.csv)"
echo "$output"
test "$output" = '1,2,,Ivy,
Fern,Rose,red,x,
indoor,3,4,
with -n:
1,2,3,4,
Fern,Rose,,Ivy,
indoor,,red,x,'
