#!/bin/sh
# Guess: Python's dbf writes the ids 5, -5 and 9007199254740993 to a field N(20,0) and reads the same
# integers, and dbfread reads the same, too.
