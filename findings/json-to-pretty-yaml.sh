#!/bin/sh
# Guess: js-yaml reads the same plants that json-to-pretty-yaml wrote: names that look like 007, true,
# null, ~, 1e3, "a: b", "a #b", "- a", with quotes, a backslash, a line break, outer spaces, an
# empty name, and a tag that is null.
