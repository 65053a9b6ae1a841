#!/bin/sh
# Guess: Perl's File::Queue gives back each NDJSON line that was put in, in order and exactly, also an
# empty one, one with × and one of 100000 bytes, and after the queue was opened again by another
# process.
