#!/bin/sh
# Guess: msort with a numeric key sorts ids of 1, 16 and 19 digits by their value, also 9007199254740992
# before 9007199254740993 and -5 first, and keeps each line as it is.
