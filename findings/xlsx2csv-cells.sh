#!/bin/sh
# Guess: xlsx2csv writes an xlsx file of exceljs as CSV with the same cells: the id 123456789012345 as a
# number, the texts 007, 1e5 and 12:30, a name with a line break or a quote, an empty cell in the
# middle and at the end, and the number 0.1.
