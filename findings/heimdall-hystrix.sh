#!/bin/sh
# Guess: The hystrix client of heimdall without a fallback returns a 503 as a response and no error,
# and sends the POST once. A lost response is an error.
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
	"github.com/gojek/heimdall/v7/hystrix"
)

func main() {
	client := hystrix.NewClient(hystrix.WithCommandName("plants"), hystrix.WithHystrixTimeout(5000000000))
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

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' ./post)
echo "$output"
test "$output" = 'TODO'
