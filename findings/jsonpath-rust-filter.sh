#!/bin/sh
# Guess: jsonpath-rust and serde_json_path find one plant for ?@.id == 9007199254740993 among
# 9007199254740992 and 9007199254740993, and 5.0 for ?@.id == 5.
#
# Needs crates.io, and Rust 1.85 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
export CARGO_TARGET_DIR="$dir/target"
cargo init --quiet --name finding . >/dev/null 2>&1
cargo add --quiet jsonpath-rust serde_json_path serde_json >/dev/null 2>&1 || exit 77
grep -A4 dependencies Cargo.toml
cat >src/main.rs <<'RUST'
use jsonpath_rust::JsonPath;
use serde_json::{Value, json};

fn main() {
    let plants: Value = json!([{"id":9007199254740992i64},{"id":9007199254740993i64},{"id":"9007199254740993"},{"id":5},{"id":5.0}]);
    for filter in ["$[?@.id == 9007199254740993]", "$[?@.id == 5]", "$[?@.id > 9007199254740992]"] {
        let a: Vec<&Value> = plants.query(filter).unwrap();
        let b = serde_json_path::JsonPath::parse(filter).unwrap().query(&plants).all();
        println!("{filter} jsonpath-rust {} serde_json_path {}", json!(a), json!(b));
    }
}
RUST
output=$(cargo run --quiet 2>&1)
echo "$output"
