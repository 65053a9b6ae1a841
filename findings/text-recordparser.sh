#!/bin/sh
# Guess: Perl's Text::RecordParser with the field separator , gives each cell of an RFC 4180 file
# exactly: a doubled quote, an apostrophe, a comma in quotes, an empty cell, and a tag that is 0.
