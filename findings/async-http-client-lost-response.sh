#!/bin/sh
# Guess: AsyncHttpClient for Java sends a POST once and reports an error if the server read it and
# closed the connection without a response.
