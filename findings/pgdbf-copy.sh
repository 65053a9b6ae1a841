#!/bin/sh
# Guess: pgdbf writes COPY lines in which a backslash in a name is doubled, an id of 19 digits keeps its
# digits, an empty number is \\N, and a record that is marked as deleted is left out.
