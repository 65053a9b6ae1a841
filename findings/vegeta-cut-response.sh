#!/bin/sh
# Guess: vegeta does not count a 200 whose body was cut as a success.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/tsenart/vegeta/v12@v12.13.0 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

func main() {
	for _, url := range os.Args[1:] {
		target := vegeta.Target{Method: "POST", URL: url, Body: []byte(`{"id":5,"name":"Fern"}`)}
		var metrics vegeta.Metrics
		once := vegeta.Rate{Freq: 1, Per: time.Second}
		for result := range vegeta.NewAttacker().Attack(vegeta.NewStaticTargeter(target), once, time.Second, "") {
			metrics.Add(result)
		}
		metrics.Close()
		fmt.Println("success:", metrics.Success, "codes:", metrics.StatusCodes, "errors:", len(metrics.Errors))
	}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(node "$here/serve-events.mjs" 'cut, closed, 302, 400, 503' ./post)
echo "$output"
test "$output" = 'TODO'
