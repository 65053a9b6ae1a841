#!/bin/sh
# Guess: node-sql-parser reads INSERT INTO plants VALUES (9007199254740993, -9223372036854775808)
# and writes it back with the same digits.
