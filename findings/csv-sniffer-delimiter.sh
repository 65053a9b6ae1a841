#!/bin/sh
# Guess: csv-sniffer finds the semicolon in a file "id;name" whose names hold more commas than
# there are semicolons.
