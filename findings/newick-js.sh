#!/bin/sh
# Guess: newick-js reads quoted names such as 'Ficus × elastica (O''Neil)' exactly, and writes a tree
# with such names so that it reads the same tree again.
