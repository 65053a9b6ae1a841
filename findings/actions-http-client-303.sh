#!/bin/sh
# Guess: @actions/http-client follows a 303 after a POST with a GET, and without the body.
