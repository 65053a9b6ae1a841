#!/bin/sh
# Guess: the SQLite extension csvtable gives every cell  exactly, as text.
