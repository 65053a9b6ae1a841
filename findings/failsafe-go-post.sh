#!/bin/sh
# Guess: failsafehttp with its default retry policy sends a POST again after a lost response and
# after a 503, with its body, and not after a 400.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/failsafe-go/failsafe-go@v0.9.8 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
)

func main() {
	policy := failsafehttp.NewRetryPolicyBuilder().Build()
	client := &http.Client{Transport: failsafehttp.NewRoundTripper(nil, policy)}
	const body = `{"id":5,"name":"Fern"}`
	for _, url := range os.Args[1:] {
		response, err := client.Post(url, "application/json", strings.NewReader(body))
		if err != nil {
			fmt.Println("error")
			continue
		}
		text, err := io.ReadAll(response.Body)
		fmt.Println(response.StatusCode, string(text), err)
	}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' ./post)
echo "$output"
test "$output" = 'TODO'
