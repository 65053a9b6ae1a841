#!/bin/sh
# Guess: PyYAML reads the same names that saneyaml.dump wrote: 007, 1e3, on, no, true, null, ~, 12:30,
# 1_000, 2026-11-28, "a: b", "a #b", an outer space, an empty one and a line break; saneyaml.load
# reads the id 9007199254740993 as an integer and true as a boolean.
