#!/bin/sh
# Guess: PyYAML reads the names that Perl's YAML::Tiny wrote as the same texts: 007, 1e3, 1_000, 12:30,
# 0x1F, on, no, true, null, ~, an outer space, a colon, a # and 2026-11-28.
