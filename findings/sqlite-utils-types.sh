#!/bin/sh
# Guess: sqlite-utils insert with --csv and --detect-types keeps the ids 5 and 9007199254740993 as
# integers, and the names 007, 1e3 and 12:30 as texts, and sqlite-utils rows with --csv writes the
# same cells as were read.
