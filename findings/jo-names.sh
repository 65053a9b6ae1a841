#!/bin/sh
# Guess: jo writes the names 007, 0x1F, Infinity, nan, 1e3x, +5 and " 7" as strings, and the ids 5, -5
# and 4294967297 as these numbers.
