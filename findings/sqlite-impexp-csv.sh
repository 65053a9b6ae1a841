#!/bin/sh
# Guess: export_csv of the SQLite extension impexp writes the plants (an int64 id, a quote and a
# line break in the name, tag NULL and tag '') exactly, quotes doubled, NULL and '' as empty cells.
