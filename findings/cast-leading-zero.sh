#!/bin/sh
# Guess: cast.ToInt64E reads the text 010 as the octal number 8, and refuses 9007199254740993.0.
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
	"encoding/json"
	"fmt"

	"github.com/spf13/cast"
)

func main() {
	for _, text := range []string{"010", "08", "0x1F", "1_000", " 5", "+5", "9007199254740993.0", "5.0", "5.9", "1e3", "", "9223372036854775808", "0b11", "0o7"} {
		id, err := cast.ToInt64E(text)
		fmt.Printf("%q: %d, %v\n", text, id, err)
	}
	id, err := cast.ToInt64E(json.Number("9007199254740993"))
	fmt.Println(id, err)
	id, err = cast.ToInt64E(json.Number("010"))
	fmt.Println(id, err)
	id, err = cast.ToInt64E(9.3e18)
	fmt.Println(id, err)
	fmt.Println(cast.ToStringE(9007199254740992.0))
	fmt.Println(cast.ToStringE(float32(16777217)))
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/spf13/cast@v1.10.0 >/dev/null 2>&1 || exit 77
output=$(go run .)
echo "$output"
