#!/bin/sh
# Guess: zint --batch makes one symbol for each line of a file, also for the last one without a line
# break, and the text of each symbol is the line exactly, with a backslash, a percent sign and a
# tilde.
#
# Found, zint 2.11.1: a last line without a line break gets no symbol. There is only a warning on standard
# error, and the status is 2. The other symbols are there, and their texts are right: one plant has no label.
#
# Output: with a line break at the end: 00001.svg 00002.svg 00003.svg, status 0
#         without: 00001.svg 00002.svg, status 2
#         Warning 104: No newline at end of file
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download zint=2.11.1-1 libzint2.11=2.11.1-1 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(dirname "$(find "$dir/usr" -name libzint.so.2.11)")
export LD_LIBRARY_PATH

labels() {
  rm -f ./*.svg
  status=0
  usr/bin/zint --barcode=CODE128 --batch --filetype=svg --input="$1" 2>messages || status=$?
  echo "$(echo *.svg), status $status"
}
printf '1 Fern\n2 Rose\n3 Moss\n' >with.txt
printf '1 Fern\n2 Rose\n3 Moss' >without.txt
output="with a line break at the end: $(labels with.txt)
without: $(labels without.txt)
$(cat messages)"
echo "$output"
test "$output" = 'with a line break at the end: 00001.svg 00002.svg 00003.svg, status 0
without: 00001.svg 00002.svg, status 2
Warning 104: No newline at end of file'
