#!/bin/sh
# Guess: Python's toml.loads reads the same names from what toml.dumps wrote: with quotes, a backslash
# before x, u, n and t, a backslash at the end, a tab, a line break, a control character, and with
# # and =.
