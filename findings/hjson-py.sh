#!/bin/sh
# Guess: Python's hjson.loads of what hjson.dumps wrote gives the same plant for names with outer spaces,
# with # or // in them, that look like true, null or 007, with a tab, with a line break, with
# three single quotes, and with a colon or a comma at the end.
