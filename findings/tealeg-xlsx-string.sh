#!/bin/sh
# Guess: excelize saves an int64 with all its digits, but GetRows returns 9.00719925474099E+15 for
# 9007199254740993; tealeg/xlsx returns the digits that are in the file.
#
# Found, tealeg/xlsx 3.3.13: String() returns 9.007199254740992E+15, and 1.23456789012E+11 for an id of 12
# digits; Value has the digits of the file, which excelize 2.11.1 wrote.
#
# Needs the Go module proxy, and Go 1.26 or later. Seen with Go 1.26.8. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="$dir/cache" GOTOOLCHAIN=local
go mod init finding >/dev/null 2>&1
go get github.com/tealeg/xlsx/v3@v3.3.13 github.com/xuri/excelize/v2@v2.11.1 >/dev/null 2>&1 || exit 77

cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/tealeg/xlsx/v3"
	"github.com/xuri/excelize/v2"
)

func main() {
	book := excelize.NewFile()
	for row, id := range []int64{5, 123456789012, 9007199254740993} {
		book.SetCellValue("Sheet1", fmt.Sprintf("A%d", row+1), id)
	}
	if err := book.SaveAs("plants.xlsx"); err != nil {
		panic(err)
	}
	read, err := xlsx.OpenFile("plants.xlsx")
	if err != nil {
		panic(err)
	}
	read.Sheets[0].ForEachRow(func(row *xlsx.Row) error {
		cell := row.GetCell(0)
		fmt.Println("String():", cell.String(), "Value:", cell.Value)
		return nil
	})
}
GO
go build -o run . >/dev/null 2>&1 || exit 77
output=$(./run)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
String(): 5 Value: 5
String(): 1.23456789012E+11 Value: 123456789012
String(): 9.007199254740992E+15 Value: 9007199254740993
OUTPUT
)"
