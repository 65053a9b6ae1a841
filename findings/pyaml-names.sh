#!/bin/sh
# Guess: PyYAML reads the same names that pyaml.dump wrote: 007, 1e3, on, no, true, null, ~, 12:30,
# 1_000, 2026-11-28, "a: b", "a #b", "- a", outer spaces, an empty one, a line break in the
# middle, at the end, and two at the end.
