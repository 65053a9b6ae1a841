#!/bin/sh
# Guess: `yq -p csv -o json` (the yq in Go) makes numbers and booleans of cells, and leaves every other
# cell a text: [Fern], a: b, ~ and {}. 007 stays a text.
#
# Needs the Go module proxy, and Go 1.26 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOBIN="$dir/bin" GOCACHE="${GOCACHE_SHARED:-$dir/cache}"
go install github.com/mikefarah/yq/v4@v4.54.3 >/dev/null 2>&1 || exit 77
cat >plants.csv <<'CSV'
id,name,tag
9007199254740993,[Fern],007
2,a: b,~
3,{},1_000
4,"Fern # red",12:30
5,'Robusta',0x1F
6,!Fern,*a
7," Fern ",1e5
8,NULL,no
9,- a,
CSV
output=$(bin/yq -p csv -o json -I 0 plants.csv 2>&1 || true)
echo "$output"
