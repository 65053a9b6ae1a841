#!/bin/sh
# Guess: A gock mock for the JSON body with the id 9007199254740993 does not match a POST with the
# id 9007199254740992.
#
# Found, gock 1.2.0: it matches, because both bodies are compared as doubles.
#
# Output: 9007199254740993 200
#         9007199254740992 200
#         9007199254740991 no match
#         9.007199254740993e15 200
#
# Needs the Go module proxy, and Go 1.26 or later. Seen with Go 1.26.8.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOTOOLCHAIN=local
go mod init example >/dev/null 2>&1
go get github.com/h2non/gock@v1.2.0 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/h2non/gock"
)

func main() {
	for _, sent := range []string{"9007199254740993", "9007199254740992", "9007199254740991", "9.007199254740993e15"} {
		gock.New("http://127.0.0.1:1").Post("/plants").JSON(`{"id":9007199254740993,"name":"Fern"}`).Reply(200)
		body := strings.NewReader(`{"id":` + sent + `,"name":"Fern"}`)
		response, err := http.Post("http://127.0.0.1:1/plants", "application/json", body)
		if err != nil {
			fmt.Println(sent, "no match")
		} else {
			fmt.Println(sent, response.StatusCode)
		}
		gock.Off()
	}
}
GO
go build -o post . >/dev/null 2>&1 || exit 77

output=$(./post)
echo "$output"
test "$output" = '9007199254740993 200
9007199254740992 200
9007199254740991 no match
9.007199254740993e15 200'
