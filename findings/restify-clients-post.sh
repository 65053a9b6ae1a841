#!/bin/sh
# Guess: a JsonClient of restify-clients sends a POST once if the server read it and closed the
# connection without a response.
