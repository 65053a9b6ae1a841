#!/bin/sh
# Guess: `jaq -c .` prints 9223372036854775808, 1.0, 1e2 and 100000000000000000000 as they are in the
# input, and .id + 1 is exact for 9223372036854775807.
#
# Needs crates.io, and Rust 1.85 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo install --quiet --root . --target-dir target jaq@2.3.0 >/dev/null 2>&1 || exit 77
output=$(for id in 9007199254740993 9223372036854775807 9223372036854775808 1.0 1e2 100000000000000000000 1.10 -0; do printf '{"id":%s}' $id | bin/jaq -c '[.id, .id + 1, (.id|tostring), (.id == 9007199254740992)]' ; printf '{"id":%s}' $id | bin/jaq -c .; done)
echo "$output"
