#!/bin/sh
# Guess: convert-csv-to-array turns the ids into numbers (the long one is rounded) and reads every
# other cell of a header and four RFC 4180 rows (a doubled quote, outer spaces in quotes, a line
# break in quotes, no line break at the end of the file, an empty cell) exactly.
