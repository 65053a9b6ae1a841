#!/bin/sh
# Guess: Perl's Spreadsheet::ReadSXC gives each cell of an ODS sheet in its column, also where the file
# says that an empty cell, an equal cell or an equal row is repeated, and the id 123456789012345
# as it is stored.
