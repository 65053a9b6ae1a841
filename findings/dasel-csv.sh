#!/bin/sh
# Guess: dasel reads the cells of CSV as texts, so that `dasel -i csv -o json` writes an id in quotes, and
# `-o csv` writes the same cells in the same order.
#
# Needs the Go module proxy, and Go 1.26 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOBIN="$dir/bin" GOCACHE="${GOCACHE_SHARED:-$dir/cache}"
go install github.com/tomwright/dasel/v3/cmd/dasel@v3.11.2 >/dev/null 2>&1 || exit 77
cat >plants.csv <<'CSV'
id,name,tag
9007199254740993,"5"" pot",007
2,"Line
break",
CSV
output=$(bin/dasel -i csv -o json <plants.csv 2>&1; echo; bin/dasel -i csv -o csv <plants.csv 2>&1; printf '%s' '[{"id":9007199254740993,"name":"Fern","tag":null},{"id":9223372036854775808,"name":"a"}]' >p.json; bin/dasel -i json -o csv <p.json 2>&1; bin/dasel -i json -o json <p.json 2>&1; bin/dasel -i json -o yaml <p.json 2>&1)
echo "$output"
