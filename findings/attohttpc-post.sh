#!/bin/sh
# Guess: attohttpc sends a POST once, follows 302 and 303 with a GET and 307 with the POST and its
# body. A cut 200 is an error.
#
# Found, attohttpc 0.31.0: after a 302 and a 303, it sends the POST with its body to the target,
# although a 303 asks for a GET. The incomplete body of a 200 is returned as a text without an
# error.
#
# Output: 302: POST, POST /done; 200 {"name":"Fern"}
#         303: POST, POST /done; 200 {"name":"Fern"}
#         307: POST, POST /done; 200 {"name":"Fern"}
#         cut: POST; 200 {"nam
#
# Needs crates.io.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet attohttpc@=0.31.0 --no-default-features >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
fn main() {

    for url in std::env::args().skip(1) {
        let plant = r#"{"id":5,"name":"Fern"}"#;
        let sent = attohttpc::post(&url).header("content-type", "application/json").text(plant).send();
        match sent.and_then(|response| Ok((response.status(), response.text()?))) {
            Ok((status, body)) => println!("{} {body}", status.as_u16()),
            Err(error) => println!("error: {error}"),
        }
    }
}
RUST
cargo fetch --quiet >/dev/null 2>&1 || exit 77
cargo build --quiet

output=$(node "$here/serve-events.mjs" '302, 303, 307, cut' target/debug/post)
echo "$output"
test "$output" = '302: POST, POST /done; 200 {"name":"Fern"}
303: POST, POST /done; 200 {"name":"Fern"}
307: POST, POST /done; 200 {"name":"Fern"}
cut: POST; 200 {"nam'
