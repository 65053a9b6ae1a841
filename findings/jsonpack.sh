#!/bin/sh
# Guess: jsonpack unpacks what it packed to the same plant: names with |, ^, ~, %, +, a space, a line
# break, ×, an empty one, the ids 5, -5, 0 and 9007199254740991, 0.1, null, and true.
