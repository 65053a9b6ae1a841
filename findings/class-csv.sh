#!/bin/sh
# Guess: Perl's Class::CSV reads each cell of an RFC 4180 file exactly: a doubled quote, a comma, outer
# spaces and a line break in quotes, an empty cell, an accented letter, and the last row without a
# line break.
