#!/bin/sh
# Guess: gpsbabel reads a unicsv file with id, lat, lon, name and description and writes it as unicsv
# with the same names, descriptions and order, also for two plants at one place, two of the same
# name, a name with a comma or a quote, and a line break in a description.
