#!/bin/sh
# Guess: rec2csv writes a column for a field that the first record lacks, and an empty cell there.
