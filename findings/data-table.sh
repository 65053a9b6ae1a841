#!/bin/sh
# Guess: Perl's Data::Table::fromCSV reads each cell of an RFC 4180 file exactly, and its csv() writes
# the same cells: a doubled quote, a backslash, a comma, outer spaces and a line break in quotes,
# an empty cell, the text NULL, and the last row without a line break.
