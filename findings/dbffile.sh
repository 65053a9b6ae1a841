#!/bin/sh
# Guess: dbffile writes the numbers 5, -5, 3000000000 and 9007199254740991 to a field of type N with size
# 20 and reads the same numbers, and reads names with × and outer spaces, an empty tag and null
# as they were written.
