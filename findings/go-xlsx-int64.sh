#!/bin/sh
# Guess: excelize saves an int64 with all its digits, but GetRows returns 9.00719925474099E+15 for
# 9007199254740993; tealeg/xlsx returns the digits that are in the file.
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

	"github.com/tealeg/xlsx/v3"
	"github.com/xuri/excelize/v2"
)

func main() {
	book := excelize.NewFile()
	for row, id := range []int64{5, 9007199254740993, 9223372036854775807, 123456789012, 1234567890123456} {
		book.SetCellValue("Sheet1", fmt.Sprintf("A%d", row+1), id)
		book.SetCellValue("Sheet1", fmt.Sprintf("B%d", row+1), " Fern ")
	}
	book.SaveAs("plants.xlsx")
	read, _ := excelize.OpenFile("plants.xlsx")
	rows, _ := read.GetRows("Sheet1")
	fmt.Printf("%q\n", rows)
	rows, _ = read.GetRows("Sheet1", excelize.Options{RawCellValue: true})
	fmt.Printf("%q\n", rows)
	other, err := xlsx.OpenFile("plants.xlsx")
	if err != nil {
		fmt.Println(err)
		return
	}
	other.Sheets[0].ForEachRow(func(row *xlsx.Row) error {
		cell := row.GetCell(0)
		n, err := cell.Int64()
		fmt.Printf("%q %q %d %v\n", cell.String(), cell.Value, n, err)
		return nil
	})
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/xuri/excelize/v2@latest github.com/tealeg/xlsx/v3@latest >/dev/null 2>&1 || exit 77
output=$(go run .)
echo "$output"
