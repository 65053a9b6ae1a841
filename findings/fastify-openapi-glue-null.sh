#!/bin/sh
# Guess: fastify-openapi-glue answers 400 to a POST whose id is null, since the document says integer.
