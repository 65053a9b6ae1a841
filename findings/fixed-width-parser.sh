#!/bin/sh
# Guess: fixed-width-parser writes and parses back plants with the columns id (19 wide), name (20) and
# tag (10): ids 5, -5 and the text 9223372036854775807, names with spaces inside, an empty tag,
# and a name that is longer than its column, which it refuses.
