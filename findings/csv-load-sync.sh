#!/bin/sh
# Guess: csv-load-sync gives each cell of an RFC 4180 file exactly as a string: "007", outer spaces in
# quotes, a doubled quote, a line break in quotes, an empty cell, and the last row without a line
# break.
