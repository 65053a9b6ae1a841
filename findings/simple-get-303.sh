#!/bin/sh
# Guess: simple-get follows a 303 after a POST with a GET, and without the body.
