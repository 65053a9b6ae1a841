#!/bin/sh
# Guess: Python's strictyaml writes with as_document a plant whose names look like 007, on, null, ~, "a:
# b", "a #b", "- a", {a}, outer spaces, a line break or an empty text, and load reads the same
# names; PyYAML reads the id as an integer.
