#!/bin/sh
# Guess: jsonl-parse-stringify gives three records for three lines with CRLF, an empty line in
# between and no line break at the end.
