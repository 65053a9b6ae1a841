#!/bin/sh
# Guess: daff shows the ids 9007199254740992 and 9007199254740993, and the ids 7 and 007, of two
# CSV files as different.
