#!/bin/sh
# Guess: libopenapi-validator refuses the id 9223372036854775808 for type integer with format int64, and
# 3000000000 with format int32.
#
# Found, libopenapi-validator 0.16.3: both are valid, because formats of integers are not checked.
#
# Needs the Go module proxy, and Go 1.26 or later. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="$dir/cache" GOTOOLCHAIN=local
go mod init finding >/dev/null 2>&1
go get github.com/pb33f/libopenapi-validator@v0.16.3 github.com/pb33f/libopenapi@v0.42.5 >/dev/null 2>&1 || exit 77

cat >main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
)

const document = `{"openapi":"3.1.0","info":{"title":"Plants","version":"1"},"paths":{"/plants":{"post":{
"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{
"id":{"type":"integer","format":"FORMAT"}}}}}},"responses":{"200":{"description":"created"}}}}}}`

func main() {
	for _, test := range [][]string{{"int64", "9223372036854775808"}, {"int32", "3000000000"}, {"int64", `"5"`}} {
		parsed, err := libopenapi.NewDocument([]byte(strings.Replace(document, "FORMAT", test[0], 1)))
		if err != nil {
			panic(err)
		}
		v, errs := validator.NewValidator(parsed)
		if len(errs) > 0 {
			panic(errs[0])
		}
		body := strings.NewReader(`{"id":` + test[1] + `}`)
		request, _ := http.NewRequest("POST", "http://localhost/plants", body)
		request.Header.Set("content-type", "application/json")
		valid, _ := v.ValidateHttpRequest(request)
		fmt.Println(test[0], test[1], "valid:", valid)
	}
}
GO
output=$(go run .)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
int64 9223372036854775808 valid: true
int32 3000000000 valid: true
int64 "5" valid: false
OUTPUT
)"
