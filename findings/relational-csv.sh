#!/bin/sh
# Guess: Python's relational reads a CSV file as a relation and saves it with the same rows: ids 5 and
# 9007199254740993, names with a space, a quote, a comma, ×, 007 and an empty cell, and the
# selection id == 5 gives the row of this id.
