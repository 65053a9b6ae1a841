#!/bin/sh
# Guess: ureq 3 sends a POST once if the response is lost. It follows 302 and 303 with a GET, and
# returns 307 as it is. A cut 200 is an error. A 400 is an error without its body.
#
# Found, ureq 3.5.2: a 307 is an error, "redirect failed", which has neither the status nor the
# address.
#
# Output: 302: POST, GET /done; 200 {"name":"Fern"}
#         303: POST, GET /done; 200 {"name":"Fern"}
#         307: POST; error: redirect failed
#         400: POST; error: http status: 400
#
# Needs crates.io, Rust 1.85 or later, and Node. Seen with Rust 1.95.0 and Node 24.21.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in cargo node; do command -v $tool >/dev/null || exit 77; done
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet --no-default-features \
  base64@=0.23.1 bytes@=1.12.2 http@=1.5.0 httparse@=1.10.1 itoa@=1.0.19 log@=0.4.35 percent-encoding@=2.3.2 \
  ureq@=3.5.2 ureq-proto@=0.7.1 utf8-zero@=0.8.1 \
  >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
fn main() {
    let agent = ureq::Agent::new_with_defaults();
    for url in std::env::args().skip(1) {
        let plant = r#"{"id":5,"name":"Fern"}"#;
        let sent = agent.post(&url).header("content-type", "application/json").send(plant);
        match sent.and_then(|mut response| Ok((response.status(), response.body_mut().read_to_string()?))) {
            Ok((status, body)) => println!("{} {body}", status.as_u16()),
            Err(error) => println!("error: {error}"),
        }
    }
}
RUST
cargo build --quiet 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" '302, 303, 307, 400' target/debug/post)
echo "$output"
test "$output" = '302: POST, GET /done; 200 {"name":"Fern"}
303: POST, GET /done; 200 {"name":"Fern"}
307: POST; error: redirect failed
400: POST; error: http status: 400'
