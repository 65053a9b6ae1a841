#!/bin/sh
# Guess: yamljs parses the same plants from what its stringify wrote: names that look like 007, true,
# null, ~, 1e3, 0x1F, 1_000, 12:30, 2026-11-28, "a: b", "a #b", "- a", with quotes, a backslash, a
# line break, outer spaces, and an empty name.
