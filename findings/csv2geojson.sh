#!/bin/sh
# Guess: csv2geojson makes a feature of each row with a position, also of one with latitude or longitude
# 0, with its cells as texts (007, 1e3), and reports the row without a position while it keeps the
# others.
