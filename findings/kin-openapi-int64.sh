#!/bin/sh
# Guess: kin-openapi refuses the id 9223372036854775808 for type integer with format int64, takes
# 9223372036854775807, and refuses 9007199254740993 if the maximum is 9007199254740992.
#
# Found, kin-openapi 0.153.0: 9223372036854775808 is valid for int64, and 9007199254740993 for the maximum
# 9007199254740992, because numbers are compared as float64, also a json.Number. int32 is checked.
#
# Needs the Go module proxy, and Go 1.26 or later. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="$dir/cache" GOTOOLCHAIN=local
go mod init finding >/dev/null 2>&1
go get github.com/getkin/kin-openapi/openapi3@v0.153.0 >/dev/null 2>&1 || exit 77

cat >main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"
)

func main() {
	for _, test := range [][]string{
		{`{"type":"integer","format":"int64"}`, "9223372036854775808"},
		{`{"type":"integer","maximum":9007199254740992}`, "9007199254740993"},
		{`{"type":"integer","format":"int32"}`, "2147483648"},
	} {
		var schema openapi3.Schema
		if err := json.Unmarshal([]byte(test[0]), &schema); err != nil {
			panic(err)
		}
		fmt.Println(test[0], test[1], "valid:", schema.VisitJSON(json.Number(test[1])) == nil)
	}
}
GO
output=$(go run .)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
{"type":"integer","format":"int64"} 9223372036854775808 valid: true
{"type":"integer","maximum":9007199254740992} 9007199254740993 valid: true
{"type":"integer","format":"int32"} 2147483648 valid: false
OUTPUT
)"
