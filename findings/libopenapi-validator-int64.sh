#!/bin/sh
# Guess: libopenapi-validator refuses the id 9223372036854775808 for type integer with format int64, and
# 3000000000 with format int32.
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
	"fmt"
	"net/http"
	"strings"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
)

func main() {
	for _, format := range []string{"int64", "int32"} {
		document, err := libopenapi.NewDocument([]byte(`{"openapi":"3.1.0","info":{"title":"Plants","version":"1"},"paths":{"/plants":{"post":{"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"integer","format":"` + format + `"}}}}}},"responses":{"200":{"description":"created"}}}}}}`))
		if err != nil {
			panic(err)
		}
		v, errs := validator.NewValidator(document)
		if len(errs) > 0 {
			panic(errs[0])
		}
		for _, id := range []string{"5", "5.0", "3000000000", "9223372036854775807", "9223372036854775808", `"5"`} {
			request, _ := http.NewRequest("POST", "http://localhost/plants", strings.NewReader(`{"id":`+id+`}`))
			request.Header.Set("content-type", "application/json")
			ok, _ := v.ValidateHttpRequest(request)
			fmt.Println(format, id, ok)
		}
	}
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/pb33f/libopenapi-validator@latest github.com/pb33f/libopenapi@latest >/dev/null 2>&1 || exit 77
output=$(go run .)
echo "$output"
