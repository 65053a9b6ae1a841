#!/bin/sh
# Guess: @scalar/mock-server answers a POST without a name with 400, since the document requires it.
