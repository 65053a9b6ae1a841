#!/bin/sh
# Guess: vd -b writes a CSV file to JSON Lines with the id as a string and an empty cell as "".
