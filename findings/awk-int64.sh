#!/bin/sh
# Guess: mawk, BusyBox awk and original-awk print 9007199254740993 + 0 as 9007199254740992, and
# 3000000000 + 0 as 3000000000.
