#!/bin/sh
# Guess: geobuf decodes what it encoded to the same GeoJSON: feature ids 5, -5, 4294967296 and
# 9007199254740991, the property tag null and absent, and a property number of 3000000000 and
# -3000000000.
