#!/bin/sh
# Guess: Perl's TOML::Tiny reads with from_toml the same plants that its to_toml wrote: the ids 5 and
# 9007199254740993 as numbers, and the names 007, 1e3, true, inf, 12:30, 2026-11-28, with quotes,
# a backslash before n, a line break and × as texts.
