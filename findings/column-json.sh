#!/bin/sh
# Guess: column -J of util-linux writes a CSV file (column -s , -J) with ids as strings and an
# empty cell as null, without moving the cells after it.
