#!/bin/sh
# Guess: Python's commentjson.loads keeps names with #, //, a backslash at the end, and a quote exactly.
