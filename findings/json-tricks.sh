#!/bin/sh
# Guess: Python's json_tricks.loads keeps names with #, // and a quote exactly, with its default that
# ignores comments, and the id 9007199254740993.
