#!/bin/sh
# Guess: ods2tsv writes each cell of an ODS sheet in its column, also where the file says that an empty
# cell, an equal cell or an equal row is repeated, and the name with a quote, 007 as a text, and
# the id 123456789012345.
