#!/bin/sh
# Guess: toml reads the same plants that json2toml wrote: names with quotes, a backslash, a line break,
# × and 007, an id of 5 and of 9007199254740991 as integers, and no tag where it was null.
