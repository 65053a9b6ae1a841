#!/bin/sh
# Guess: gorequest sends the id 9007199254740993 exactly, from a text of JSON and from a struct with
# an int64.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/parnurzeal/gorequest@v0.3.0 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/parnurzeal/gorequest"
)

type plant struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		fmt.Println(string(body))
	}))
	for _, content := range []any{`{"id":9007199254740993,"name":"Fern"}`, plant{9007199254740993, "Fern"}} {
		gorequest.New().Post(server.URL).Send(content).End()
	}
	gorequest.New().Post(server.URL).Send(plant{ID: 9007199254740993}).Send(`{"name":"007","tag":"1e3"}`).End()
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(./post)
echo "$output"
test "$output" = 'TODO'
