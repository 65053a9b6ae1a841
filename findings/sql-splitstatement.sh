#!/bin/sh
# Guess: Perl's SQL::SplitStatement splits a dump of INSERT statements into one statement for each plant,
# for names with a semicolon, two dashes, /*, a doubled apostrophe, a backslash at the end, and
# the words begin, end and declare, and leaves the texts as they are.
