#!/bin/sh
# Guess: json-bigint-string gives an id of 9007199254740993 as the string of its digits, an id of 5 as a
# number, and leaves each name as it is, also one that holds ": 9007199254740993," or a backslash
# and a quote before it.
