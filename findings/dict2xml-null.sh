#!/bin/sh
# Guess: Python's dict2xml writes a tag that is None as an empty element or leaves it out, a name with &,
# < and quotes so that an XML parser reads the same, and each plant of a list as an element with
# its keys.
