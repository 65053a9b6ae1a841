#!/bin/sh
# Guess: The npm package ltsv reads a line that its format() wrote back to the same plant, for names with
# a colon, with a tab and with a line break, and leaves no key out.
