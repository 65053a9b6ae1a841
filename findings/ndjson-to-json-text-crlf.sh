#!/bin/sh
# Guess: ndjson-to-json-text gives three records for three lines with CRLF, an empty line in
# between and no line break at the end.
