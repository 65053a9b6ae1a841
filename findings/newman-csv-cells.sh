#!/bin/sh
# Guess: newman with --iteration-data puts the cells of a CSV file into the body as they are:
# 9007199254740993, 007, 1e3 and true.
