#!/bin/sh
# Guess: detect-csv finds the semicolon in a file "id;name" whose names hold more commas than there
# are semicolons.
