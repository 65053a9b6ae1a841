#!/bin/sh
# Guess: csv-batch, with a header and default options, gives each cell of an RFC 4180 file exactly as a
# string (a doubled quote, outer spaces in quotes, a line break in quotes, an empty cell, the last
# row without a line break), wherever the bytes are cut into two chunks.
