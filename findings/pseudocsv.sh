#!/bin/sh
# Guess: PGObject::Util::PseudoCSV parses the text of a PostgreSQL row, (5,"5"" pot \\ clay",,"") , to 5,
# the name with one backslash, undef and an empty text, and to_row writes the same text.
