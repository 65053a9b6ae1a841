#!/bin/sh
# Guess: hjson-go reads the plants that it wrote, with the same texts: those that look like numbers or
# words, outer blanks, quotes, braces and line breaks.
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

	hjson "github.com/hjson/hjson-go/v4"
)

func main() {
	for _, name := range []string{"007", "1e5", "true", "null", " Fern ", "5\" pot", "'Robusta'", "{Fern}", "# 1", "// 2", "Line\nbreak", "\nFern\n", "Tab\tname", "a, b", "5 pots", "", "-", "1.", "'''a'''", "C:\\temp", "  a\n    b", "a\r\nb", "trailing  \nx"} {
		text, err := hjson.Marshal(map[string]any{"id": int64(9007199254740993), "name": name})
		if err != nil {
			fmt.Println(err)
		}
		var back struct {
			Id   int64  `json:"id"`
			Name string `json:"name"`
		}
		err = hjson.Unmarshal(text, &back)
		if back.Name != name || back.Id != 9007199254740993 {
			fmt.Printf("%q %q %v %v\n", name, text, back, err)
		}
	}
	fmt.Println("done")
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/hjson/hjson-go/v4@latest >/dev/null 2>&1 || exit 77
output=$(go run .)
echo "$output"
