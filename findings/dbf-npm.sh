#!/bin/sh
# Guess: The npm package dbf writes the ids 5, -5, 4294967296 and 9007199254740991 and names of 1 and 100
# characters to a DBF file so that dbffile reads the same numbers and names, also if the first
# plant has no tag and the second has one.
