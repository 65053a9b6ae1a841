#!/bin/sh
# Guess: json-with-bigint's JSONParse gives the id 9007199254740993 as a bigint and each name as it is in
# the document, also names that look like its own marks or like JSON: "9007199254740993",
# "9007199254740993n", an id in quotes after a colon, and the same after a backslash and a quote;
# JSONStringify then writes the same document.
