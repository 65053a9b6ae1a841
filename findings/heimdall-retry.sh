#!/bin/sh
# Guess: heimdall with WithRetryCount(2) sends a POST again, with its body, after a lost response
# and after a 503. After three 503 the caller gets the last 503 and no error.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/gojek/heimdall/v7@v7.0.3 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"github.com/gojek/heimdall/v7/httpclient"
)

func main() {
	client := httpclient.NewClient(httpclient.WithRetryCount(2))
	headers := http.Header{"Content-Type": {"application/json"}}
	const body = `{"id":5,"name":"Fern"}`
	for _, url := range os.Args[1:] {
		response, err := client.Post(url, strings.NewReader(body), headers)
		if response == nil {
			fmt.Println("error:", err)
			continue
		}
		text, readErr := io.ReadAll(response.Body)
		fmt.Println(response.StatusCode, string(text), err, readErr)
	}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400, 503 all' ./post)
echo "$output"
test "$output" = 'TODO'
