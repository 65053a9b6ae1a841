#!/bin/sh
# Guess: rs -c, -C, -T turns the columns of a simple CSV file into rows, and keeps empty cells, also the
# last one of a line, in their place.
