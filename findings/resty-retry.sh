#!/bin/sh
# Guess: resty with SetRetryCount(2) sends a POST again after a lost response, and not after a 503,
# because a condition for that must be given.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/go-resty/resty/v2@v2.17.2 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"time"
	"github.com/go-resty/resty/v2"
)

func main() {
	client := resty.New().SetRetryCount(2).SetRetryWaitTime(time.Millisecond)
	client.SetLogger(quiet{})
	const body = `{"id":5,"name":"Fern"}`
	for _, url := range os.Args[1:] {
		response, err := client.R().SetHeader("content-type", "application/json").SetBody(body).Post(url)
		fmt.Println(response.StatusCode(), response.String(), err != nil)
	}
}

type quiet struct{}

func (quiet) Errorf(string, ...any) {}
func (quiet) Warnf(string, ...any)  {}
func (quiet) Debugf(string, ...any) {}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' ./post)
echo "$output"
test "$output" = 'TODO'
