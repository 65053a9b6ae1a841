#!/bin/sh
# Guess: GNU parallel with --resume and the same --joblog runs only the new line, if a line was
# inserted at the top of the list of plants since the first run.
