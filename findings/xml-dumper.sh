#!/bin/sh
# Guess: Perl's XML::Dumper gives back with xml2pl the same plant that pl2xml wrote: the id
# 9007199254740993, names with &, <, a quote, outer spaces, a line break, ×, an empty one and one
# of a single space, and an undef tag as undef.
