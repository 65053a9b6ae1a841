#!/bin/sh
# Guess: jsoncrush uncrushes what it crushed to the same JSON text for a list of plants with names that
# hold ', ", ~, !, (, ), *, %, a backslash, × and a control character.
