#!/bin/sh
# Guess: Perl's AnyData converts a CSV file to Tab, Pipe and back to CSV with adConvert with the same
# cells: 007, a doubled quote, a comma, an outer space, a backslash, an empty cell, and a row
# whose id occurred before.
