#!/bin/sh
# Guess: the JSONL parser of stream-json raises an error at an empty line between two lines.
