#!/bin/sh
# Guess: cson-parser parses the same plants from what its stringify wrote: names with #{x}, #, quotes of
# both kinds, three quotes, a backslash, line breaks with outer spaces in a line, a trailing line
# break, and a tag that is null.
