#!/bin/sh
# Guess: fortio load -n 10 -c 1 sends 10 POSTs if every response is lost, and counts 10 errors. A
# cut 200 is an error, too.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get fortio.org/fortio@v1.75.3 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"fortio.org/fortio/fhttp"
	"fortio.org/fortio/periodic"
	"fortio.org/log"
)

func main() {
	log.SetLogLevel(log.Critical)
	out, _ := os.Open(os.DevNull)
	for _, url := range os.Args[1:] {
		options := fhttp.NewHTTPOptions(url)
		options.Payload = []byte(`{"id":5,"name":"Fern"}`)
		options.ContentType = "application/json"
		result, err := fhttp.RunHTTPTest(&fhttp.HTTPRunnerOptions{
			RunnerOptions: periodic.RunnerOptions{QPS: -1, NumThreads: 1, Exactly: 10, Out: out},
			HTTPOptions:   *options,
		})
		if err != nil {
			fmt.Println(err)
		} else {
			fmt.Println(result.RetCodes)
		}
	}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(node "$here/serve-events.mjs" 'closed, closed all, cut, cut all, reset all, 503 all' ./post)
echo "$output"
test "$output" = 'TODO'
