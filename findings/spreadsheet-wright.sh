#!/bin/sh
# Guess: Perl's Spreadsheet::Wright writes CSV and JSON rows with the ids 5 and 9007199254740993, the
# names 007, a quote, a comma, a line break and ×, and undef, so that a CSV or JSON reader gets
# the same values.
