#!/bin/sh
# Guess: csv-to-array reads every cell of a header and four RFC 4180 rows (a doubled quote, outer
# spaces in quotes, a line break in quotes, no line break at the end of the file, an empty cell)
# exactly.
