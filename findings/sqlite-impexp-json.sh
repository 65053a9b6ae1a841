#!/bin/sh
# Guess: export_json of the SQLite extension impexp writes int64 ids with all digits and NULL as
# null.
