#!/bin/sh
# Guess: Perl's Database::DumpTruck inserts plants with the ids 5 and 9007199254740993, the names 007,
# 1e3 and one with ×, and a tag that is undef, and its dump gives the same values.
