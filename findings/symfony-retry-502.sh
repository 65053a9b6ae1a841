#!/bin/sh
# Guess: the RetryableHttpClient of Symfony with its default strategy sends a GET again after a 502
# and a 503, but not a POST, since a POST is not idempotent.
