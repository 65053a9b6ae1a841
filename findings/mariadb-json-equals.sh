#!/bin/sh
# Guess: MariaDB 10.11 JSON_EQUALS tells {"id":9007199254740992} and {"id":9007199254740993} apart.
