#!/bin/sh
# Guess: recsel -e 'id = 4294967297' selects the record with this id only, and recsel -S id sorts a field
# of type int by its value up to 2^63-1.
#
# Found, recutils 1.9: -e and -S keep only the low 32 bits of an integer, so "id = 4294967297" also selects
# the plants 1 and 9007199254740993. recdel -e deletes all three. No error, and recfix accepts the file.
#
# Output: id = 4294967297: 4294967297 Rose, 1 Fern, 9007199254740993 Moss
#         id > 2: none
#         sorted by id: 3000000000 Palm, 4294967297 Rose, 1 Fern, 9007199254740993 Moss
#         left by recdel: 3000000000 Palm
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download recutils=1.9-2 librec1=1.9-2 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(dirname "$(find "$dir/usr" -name librec.so.1)")
export LD_LIBRARY_PATH

cat >plants.rec <<'REC'
%rec: Plant
%type: id int

id: 4294967297
name: Rose

id: 1
name: Fern

id: 9007199254740993
name: Moss

id: 3000000000
name: Palm
REC

list() {
  usr/bin/recsel -t Plant -C -R id,name "$@" plants.rec | paste -s -d , | sed 's/,/, /g; s/^$/none/'
}
usr/bin/recfix plants.rec
equal=$(list -e 'id = 4294967297')
greater=$(list -e 'id > 2')
sorted=$(list -S id)
usr/bin/recdel -t Plant -e 'id = 4294967297' plants.rec
output="id = 4294967297: $equal
id > 2: ${greater:-none}
sorted by id: $sorted
left by recdel: $(list)"
echo "$output"
test "$output" = 'id = 4294967297: 4294967297 Rose, 1 Fern, 9007199254740993 Moss
id > 2: none
sorted by id: 3000000000 Palm, 4294967297 Rose, 1 Fern, 9007199254740993 Moss
left by recdel: 3000000000 Palm'
