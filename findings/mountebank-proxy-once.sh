#!/bin/sh
# Guess: a mountebank proxy in mode proxyOnce without predicateGenerators records each different POST
# once: a POST with another body is forwarded.
