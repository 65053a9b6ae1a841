#!/bin/sh
# Guess: rison decodes what it encoded to the same plant: names that look like 007, 1e3, -5, -, true, !n,
# with ', !, a space, a comma, a colon, ×, and an empty one.
