#!/bin/sh
# Guess: `yq -p csv -o json` (the yq in Go) makes numbers and booleans of cells, and leaves every other
# cell a text: [Fern], a: b, ~ and {}. 007 stays a text.
#
# Found, yq 4.54.3: each cell is read as YAML: the name [Fern] is a list, a: b an object, {} an empty one,
# `- a` a list, !Fern an empty text, NULL and an empty cell null, 007 is 7, 0x1F 31 and 1_000 1000.
#
# Needs the Go module proxy, and Go 1.26 or later. Seen with Go 1.26.8. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="$dir/cache" GOTOOLCHAIN=local
GOBIN="$dir/bin" go install github.com/mikefarah/yq/v4@v4.54.3 >/dev/null 2>&1 || exit 77

cat >plants.csv <<'CSV'
id,name,tag
9007199254740993,[Fern],007
2,a: b,1_000
3,{},0x1F
4,!Fern,12:30
5,- a,no
6,NULL,
CSV
output=$(bin/yq -p csv -o json -I 0 '.[]' plants.csv)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
{"id":9007199254740993,"name":["Fern"],"tag":7}
{"id":2,"name":{"a":"b"},"tag":1000}
{"id":3,"name":{},"tag":31}
{"id":4,"name":"","tag":"12:30"}
{"id":5,"name":["a"],"tag":"no"}
{"id":6,"name":null,"tag":null}
OUTPUT
)"
