#!/bin/sh
# Guess: mawk, BusyBox awk and original-awk print 9007199254740993 + 0 as 9007199254740992, and
# 3000000000 + 0 as 3000000000.
#
# Found, mawk 1.3.4 20200120 (the awk that Debian 12 installs): from 2^31 on, print writes a number
# with six digits, so 3000000000 + 1 is 3e+09, and ids that differ become the same text. BusyBox awk
# and original-awk do as guessed. printf "%d" stops at 2147483647; only "%.0f" helps, up to 2^53.
#
# Output: mawk: 2147483647 2.14748e+09 3e+09 9.0072e+15
#         original-awk: 2147483647 2147483648 3000000001 9007199254740992
#         mawk, printf %d: 2147483647, printf %.0f: 3000000001
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download mawk=1.3.4.20200120-3.1 original-awk=2022-09-12-1 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done

next='BEGIN { print 2147483646 + 1, 2147483647 + 1, 3000000000 + 1, 9007199254740992 + 0 }'
output="mawk: $(usr/bin/mawk "$next")
original-awk: $(usr/bin/original-awk "$next")
mawk, printf %d: $(usr/bin/mawk 'BEGIN { printf "%d, printf %%.0f: %.0f", 3000000001, 3000000001 }')"
echo "$output"
test "$output" = 'mawk: 2147483647 2.14748e+09 3e+09 9.0072e+15
original-awk: 2147483647 2147483648 3000000001 9007199254740992
mawk, printf %d: 2147483647, printf %.0f: 3000000001'
