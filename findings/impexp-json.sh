#!/bin/sh
# Guess: The SQLite extension impexp writes with export_json and export_csv the ids 5, -5 and
# 9223372036854775807, NULL, "", 007, a quote, a backslash, a comma, a line break, a tab and an
# accented letter so that a JSON or CSV reader gets the same values.
