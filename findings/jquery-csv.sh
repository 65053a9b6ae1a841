#!/bin/sh
# Guess: jquery-csv's fromObjects writes plants whose keys come in another order, one without a tag, one
# with the tag null and one with quotes, a comma and a line break in its name, so that toObjects
# gives the same names and tags under the same keys, and no tag or null as an empty cell.
