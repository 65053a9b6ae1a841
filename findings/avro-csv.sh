#!/bin/sh
# Guess: The avro command of python3-avro writes a CSV file with the columns id (long), name (string) and
# tag (string) to an Avro file, and cat --format json and csv give the same ids up to
# 9223372036854775807 and the same names, also 007, an empty one and one with a quote or ×.
