#!/bin/sh
# Guess: parquetjs-lite writes the ids 5, -5 and 9007199254740991 as INT64 and reads the same ids, a
# missing tag as null or absent, and names exactly, also for a file of 5000 rows.
