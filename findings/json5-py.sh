#!/bin/sh
# Guess: Python's json5 loads from what its dumps wrote the same plant: the id 9007199254740993, names
# with quotes of both kinds, a backslash, a line break, U+2028, ×, an empty one, and keys such as
# tag, for, "a b" and "1".
