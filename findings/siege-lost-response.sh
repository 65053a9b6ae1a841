#!/bin/sh
# Guess: siege -r 2 -c 1 with keep-alive sends two POSTs to a server that answers the first, reads
# the second and closes the connection.
