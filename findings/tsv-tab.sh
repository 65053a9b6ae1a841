#!/bin/sh
# Guess: the tsv package writes a tab in a name as an escape, and reads it back.
