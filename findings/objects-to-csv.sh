#!/bin/sh
# Guess: objects-to-csv writes plants whose keys come in another order under the right columns, a missing
# tag and null as an empty cell, a bigint as its digits, and a name with a quote, a comma or a
# line break as RFC 4180 asks for.
