#!/bin/sh
# Guess: kin-openapi refuses the id 9223372036854775808 for type integer with format int64, takes
# 9223372036854775807, and refuses 9007199254740993 if the maximum is 9007199254740992.
#
# Needs the Go module proxy, and Go 1.26 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="${GOCACHE_SHARED:-$dir/cache}"
cat >main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

func main() {
	for _, schema := range []string{`{"type":"integer","format":"int64"}`, `{"type":"integer","maximum":9007199254740992}`, `{"type":"integer","format":"int32"}`} {
		var s openapi3.Schema
		if err := json.Unmarshal([]byte(schema), &s); err != nil {
			panic(err)
		}
		for _, id := range []string{"9223372036854775807", "9223372036854775808", "9007199254740993", "2147483648", "5.0"} {
			decoder := json.NewDecoder(strings.NewReader(id))
			decoder.UseNumber()
			var number, float any
			decoder.Decode(&number)
			json.Unmarshal([]byte(id), &float)
			fmt.Println(schema, id, "json.Number:", s.VisitJSON(number) == nil, "float64:", s.VisitJSON(float) == nil)
		}
	}
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/getkin/kin-openapi/openapi3@v0.153.0 >/dev/null 2>&1 || exit 77
output=$(go run .)
echo "$output"
