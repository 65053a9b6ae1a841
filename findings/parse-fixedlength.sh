#!/bin/sh
# Guess: Perl's Parse::FixedLength packs a plant with the columns id (19), name (20) and tag (10) and
# parses the line back to the same values: the id 9223372036854775807, a name with spaces inside,
# the tag 0, an empty tag, and a name that is as long as its column.
