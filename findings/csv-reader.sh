#!/bin/sh
# Guess: csv-reader, with skipHeader and otherwise default options, gives each cell of an RFC 4180 file
# exactly as a string: "007", 1e5, outer spaces in quotes, a doubled quote, a line break in
# quotes, an empty cell, and the last row without a line break.
