#!/bin/sh
# Guess: togpx writes one waypoint for each plant with its name as it is, also 0, "007", a name with &
# and <, and an id of 9007199254740991; togeojson reads the same names from it.
