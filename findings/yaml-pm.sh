#!/bin/sh
# Guess: Perl's YAML (YAML.pm) loads the same names that its Dump wrote: ~, true, =, an empty one, outer
# spaces, "- a", "a: b", "a #b", "x:", quotes, a backslash, a line break in the middle and at the
# end, three dashes, and a name of only spaces.
