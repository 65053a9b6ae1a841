#!/bin/sh
# Guess: csvtool namedcol writes every cell of a header and four RFC 4180 rows (a doubled quote,
# outer spaces in quotes, a line break in quotes, no line break at the end of the file, an empty
# cell) back, and 007 as 007.
