#!/bin/sh
# Guess: msgpackr decodes an int64 (0xd3) of the value 5 to the number 5 and one above 2^53 to a
# bigint.
