#!/bin/sh
# Guess: csv-split-stream keeps a record with a line break in quotes in one part.
