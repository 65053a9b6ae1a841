#!/bin/sh
# Guess: DBD::CSV selects by "id = 9007199254740993" the row with this id only, sorts ids of 16 and 19
# digits by their value with ORDER BY id, and an UPDATE of one row leaves the cells of the others
# as they were.
