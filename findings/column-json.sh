#!/bin/sh
# Guess: column -J -s, writes each row of a simple CSV file as an object with its cells under the right
# names, also after an empty cell in the middle, and escapes a quote and a backslash.
