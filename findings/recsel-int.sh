#!/bin/sh
# Guess: recsel -e 'id = 4294967297' selects the record with this id only, and recsel -S id sorts a field
# of type int by its value up to 2^63-1.
