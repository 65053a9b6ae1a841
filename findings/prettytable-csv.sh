#!/bin/sh
# Guess: Python's prettytable.from_csv reads each cell of an RFC 4180 file with a comma as delimiter
# exactly (outer spaces in quotes, a doubled quote, a line break in quotes, an empty cell, 007),
# and get_csv_string writes the same cells.
