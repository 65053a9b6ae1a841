#!/bin/sh
# Guess: Perl's Data::TableReader with the fields id, name and tag gives each record of a CSV file with
# its cells exactly (007, a doubled quote, a line break, an empty cell as undef or ""), finds the
# columns by the header in any order, and leaves no record out, also an empty one in between.
