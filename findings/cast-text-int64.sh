#!/bin/sh
# Guess: cast.ToInt64E reads the text 010 as the octal number 8, and refuses 9007199254740993.0.
#
# Found, cast 1.10.0: 010 is 8, but 9007199254740993.0 is accepted, and so is 5.9, which becomes 5. The
# empty text is 0.
#
# Needs the Go module proxy, and Go 1.26 or later. Seen with Go 1.26.8. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="$dir/cache" GOTOOLCHAIN=local
go mod init finding >/dev/null 2>&1
go get github.com/spf13/cast@v1.10.0 >/dev/null 2>&1 || exit 77

cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/spf13/cast"
)

func main() {
	for _, text := range []string{"010", "9007199254740993.0", "5.9", "1_000", "", "08"} {
		id, err := cast.ToInt64E(text)
		fmt.Printf("%q: %d, an error: %v\n", text, id, err != nil)
	}
}
GO
go build -o run . >/dev/null 2>&1 || exit 77
output=$(./run)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
"010": 8, an error: false
"9007199254740993.0": 9007199254740993, an error: false
"5.9": 5, an error: false
"1_000": 1000, an error: false
"": 0, an error: false
"08": 0, an error: true
OUTPUT
)"
