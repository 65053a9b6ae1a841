#!/bin/sh
# Guess: GNU parallel with --resume and the same --joblog runs only the new line, if a line was
# inserted at the top of the list of plants since the first run.
#
# Found, GNU parallel 20221122: it counts lines. The first run did two, so the second skips the first two of
# three lines: the new plant is never sent, and the last one is sent again. The exit status is 0.
#
# Output: first run: Fern Moss
#         second run: Moss
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download parallel=20221122+ds-2 >/dev/null 2>&1 || exit 77
dpkg -x parallel_*.deb .

send() { HOME=$dir perl usr/bin/parallel --joblog log --resume --keep-order echo <plants.txt 2>/dev/null | paste -sd ' '; }
printf 'Fern\nMoss\n' >plants.txt
first=$(send)
printf 'Ivy\nFern\nMoss\n' >plants.txt
output="first run: $first
second run: $(send)"
echo "$output"
test "$output" = 'first run: Fern Moss
second run: Moss'
