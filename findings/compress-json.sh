#!/bin/sh
# Guess: compress-json decompresses what it compressed to the same plants: names that look like its marks
# (n|5, s|x, b|T, o|1, a|1, N|+), the ids -5, 0 and 9007199254740991, 0.1, null, an empty name,
# and an absent tag.
