#!/bin/sh
# Guess: smile-js encodes and decodes the ids 5, -5, 3000000000, 9007199254740991 as the same numbers and
# the bigint 9007199254740993 as itself, and names of 1, 40, 65 and 300 characters, also with ×
# in them, and an empty one, exactly.
