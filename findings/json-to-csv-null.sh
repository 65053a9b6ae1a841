#!/bin/sh
# Guess: json-to-csv writes three plants (a quote in the name and tag null; a comma in the name and
# no tag; a bigint id and a line break in the name) as RFC 4180 with all digits and with empty
# cells for null and for the missing tag.
