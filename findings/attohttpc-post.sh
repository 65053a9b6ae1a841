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
# Needs crates.io, Rust 1.85 or later, and Node. Seen with Rust 1.95.0 and Node 24.21.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in cargo node; do command -v $tool >/dev/null || exit 77; done
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet --no-default-features \
  attohttpc@=0.31.0 base64@=0.22.1 bytes@=1.12.2 displaydoc@=0.2.7 form_urlencoded@=1.2.2 http@=1.5.0 \
  icu_collections@=2.4.0 icu_locale_core@=2.4.0 icu_normalizer@=2.4.0 icu_normalizer_data@=2.4.0 \
  icu_properties@=2.4.0 icu_properties_data@=2.4.0 icu_provider@=2.4.0 idna@=1.1.0 idna_adapter@=1.2.2 \
  itoa@=1.0.19 litemap@=0.8.3 log@=0.4.35 percent-encoding@=2.3.2 potential_utf@=0.1.6 proc-macro2@=1.0.107 \
  quote@=1.0.47 smallvec@=1.16.6 stable_deref_trait@=1.2.1 syn@=3.0.10 synstructure@=0.14.0 tinystr@=0.8.5 \
  unicode-ident@=1.0.27 url@=2.5.8 utf8_iter@=1.1.0 utf_types@=1.0.0 writeable@=0.6.4 yoke@=0.8.4 \
  yoke-derive@=0.8.4 zerofrom@=0.1.8 zerofrom-derive@=0.1.8 zerotrie@=0.2.5 zerovec@=0.11.9 zerovec-derive@=0.11.7 \
  >/dev/null 2>&1 || exit 77

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
cargo build --quiet 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" '302, 303, 307, cut' target/debug/post)
echo "$output"
test "$output" = '302: POST, POST /done; 200 {"name":"Fern"}
303: POST, POST /done; 200 {"name":"Fern"}
307: POST, POST /done; 200 {"name":"Fern"}
cut: POST; 200 {"nam'
