#!/bin/sh
# Guess: ndjson-to-json-text turns four NDJSON lines (an id of 9007199254740993, a name with a line break
# written as \n, an empty line in between, no line break at the end) into a valid JSON array of
# the same plants, with the digits of the id.
