#!/bin/sh
# Guess: csvq compares ids as integers: `where id = 9007199254740993` selects one of the plants
# 9007199254740992 and 9007199254740993, and `order by id` sorts ids of 19 digits; the name 1e1 is not
# equal to the name 10.
#
# Found, csvq 1.18.1: ids are compared exactly, but so are texts that look like numbers: the name 10 is
# equal to 1e1 and 010, and the sum of ids is rounded.
#
# Needs the Go module proxy, and Go 1.26 or later. Seen with Go 1.26.8. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="$dir/cache" GOTOOLCHAIN=local
GOBIN="$dir/bin" go install github.com/mithrandie/csvq@v1.18.1 >/dev/null 2>&1 || exit 77

cat >plants.csv <<'CSV'
id,name
9007199254740993,Fern
9007199254740992,10
5,1e1
6,010
CSV
output=$(bin/csvq -N -f CSV "select * from plants where id = 9007199254740993"
  bin/csvq -N -f CSV "select * from plants where name = '10'"
  bin/csvq -N -f CSV "select sum(id) from plants where id > 6")
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
9007199254740993,Fern
9007199254740992,10
5,1e1
6,010
18014398509481984
OUTPUT
)"
