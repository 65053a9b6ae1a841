#!/bin/sh
# Guess: Perl's XML::CSV writes each record of an RFC 4180 file as an element, with its cells exactly: an
# ampersand, a <, a doubled quote, a line break, an accented letter and an empty cell.
