#!/bin/sh
# Guess: csvtool col, setcolumns, readable-free join and cat write each cell of an RFC 4180 file back so
# that a CSV reader gets the same cells: 007, an outer space, a doubled quote, a backslash, a line
# break, an empty cell, and a cell that starts with =.
