#!/bin/sh
# Guess: zint --batch makes one symbol for each line of a file, also for the last one without a line
# break, and the text of each symbol is the line exactly, with a backslash, a percent sign and a
# tilde.
