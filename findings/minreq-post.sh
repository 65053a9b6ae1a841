#!/bin/sh
# Guess: minreq sends a POST once, follows 302 and 303 with a GET and 307 with the POST and its
# body. A cut 200 is an error.
#
# Found, minreq 3.0.0: a 302 is followed with the POST and its body, a 303 with a GET that has the
# body. A closed connection is a response with the status 503, which the server never sent. The
# incomplete body of a 200 is returned without an error.
#
# Output: closed: POST; 503 
#         reset: POST; error: Connection reset by peer (os error 104)
#         302: POST, POST /done; 200 {"name":"Fern"}
#         303: POST, GET /done with a body; 200 {"name":"Fern"}
#         cut: POST; 200 {"nam
#         cut chunked: POST; 200 {"nam
#
# Needs crates.io, Rust 1.85 or later, and Node. Seen with Rust 1.95.0 and Node 24.21.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in cargo node; do command -v $tool >/dev/null || exit 77; done
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet minreq@=3.0.0 --no-default-features >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
fn main() {
    for url in std::env::args().skip(1) {
        let plant = r#"{"id":5,"name":"Fern"}"#;
        match minreq::post(&url).with_header("content-type", "application/json").with_body(plant).send() {
            Ok(response) => println!("{} {}", response.status_code, response.as_str().unwrap_or("not text")),
            Err(error) => println!("error: {error}"),
        }
    }
}
RUST
cargo build --quiet 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" 'closed, reset, 302, 303, cut, cut chunked' target/debug/post)
echo "$output"
test "$output" = 'closed: POST; 503 
reset: POST; error: Connection reset by peer (os error 104)
302: POST, POST /done; 200 {"name":"Fern"}
303: POST, GET /done with a body; 200 {"name":"Fern"}
cut: POST; 200 {"nam
cut chunked: POST; 200 {"nam'
