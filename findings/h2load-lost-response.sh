#!/bin/sh
# Guess: h2load --h1 -n 1 sends one POST to a server that reads it and closes the connection, and
# counts it as failed.
