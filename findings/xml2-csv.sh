#!/bin/sh
# Guess: csv2 of the Debian package xml2 gives each cell of an RFC 4180 file, and 2csv writes them back
# so that a CSV reader gets the same cells: a doubled quote, a comma, an outer space, an empty
# cell, a cell with a slash or an equals sign, and 007.
