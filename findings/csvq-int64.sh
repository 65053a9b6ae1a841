#!/bin/sh
# Guess: csvq compares ids as integers: `where id = 9007199254740993` selects one of the plants
# 9007199254740992 and 9007199254740993, and `order by id` sorts ids of 19 digits; the name 1e1 is not
# equal to the name 10.
#
# Needs the Go module proxy, and Go 1.26 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOBIN="$dir/bin" GOCACHE="${GOCACHE_SHARED:-$dir/cache}"
go install github.com/mithrandie/csvq@v1.18.1 >/dev/null 2>&1 || exit 77
cat >plants.csv <<'CSV'
id,name
9007199254740993,Fern
9007199254740992,Moss
9223372036854775807,Ivy
9223372036854775806,10
5,1e1
6,010
CSV
output=$(bin/csvq -f CSV "select * from plants where id = 9007199254740993"; echo; bin/csvq -f CSV "select * from plants order by id desc"; echo; bin/csvq -f CSV "select * from plants where name = '10'"; echo;  bin/csvq -f JSON "select id, name from plants limit 1"; echo; bin/csvq -f CSV "select count(distinct name) from plants"; bin/csvq -f CSV "select max(id), sum(id) from plants")
echo "$output"
