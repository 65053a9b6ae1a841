#!/bin/sh
# Guess: Commons HttpClient 3.1 with its default retry handler does not send a POST again if the
# server read it and closed the connection without a response.
