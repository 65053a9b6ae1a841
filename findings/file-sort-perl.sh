#!/bin/sh
# Guess: Perl's File::Sort sorts the lines of a CSV file by the number in the first column for ids of 1
# to 19 digits and with a minus sign, and with u leaves one line for each id.
