#!/bin/sh
# Guess: Python's ubjson decodes what it encoded to the same values: the ids 5, -5, 128, 32768,
# 2147483648 and 9007199254740993 as integers, 9223372036854775808 as an integer, 0.1 and 1e300 as
# floats, and names with ×, an empty one, and None.
