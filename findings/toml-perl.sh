#!/bin/sh
# Guess: Perl's TOML reads back with from_toml what its to_toml wrote: names such as 5" pot, true, 1e3,
# 007 and a line break as the same texts, and an id of 9007199254740993 as a number in the file.
