#!/bin/sh
# Guess: csv-merger merges a file with the columns id,name,tag and one with name,id by the names of the
# columns, and leaves the missing tag empty.
