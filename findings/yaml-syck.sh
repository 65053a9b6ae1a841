#!/bin/sh
# Guess: Perl's YAML::Syck loads the same names that its Dump wrote: ~, null, true, no, =, an empty one,
# outer spaces, "- a", "a: b", "a #b", "x:", quotes, a backslash, a line break in the middle and
# at the end, and three dashes.
