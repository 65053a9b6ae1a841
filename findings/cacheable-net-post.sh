#!/bin/sh
# Guess: two equal POSTs with @cacheable/net are two requests; only a GET is cached.
