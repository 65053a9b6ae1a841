#!/bin/sh
# Guess: reqwest-retry sends a POST again after a lost response, a reset, a 503, a 408 and a 429: it
# retries whatever is transient, whatever the method. A cut 200 is sent again, too.
#
# Found, reqwest-retry 0.9.1: it retries what the guess says, and a 500, but no 200 whose body was
# cut: the middleware ends with the head of the response.
#
# Output: closed: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         500: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         503: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         408: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         429: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         cut: POST; 200 None
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
  anyhow@=1.0.105 async-trait@=0.1.92 atomic-waker@=1.1.2 base64@=0.23.1 bitflags@=2.13.2 bytes@=1.12.2 \
  cfg-if@=1.0.5 chacha20@=0.10.2 cpufeatures@=0.3.1 displaydoc@=0.2.7 form_urlencoded@=1.2.2 futures@=0.3.34 \
  futures-channel@=0.3.34 futures-core@=0.3.34 futures-executor@=0.3.34 futures-io@=0.3.34 futures-macro@=0.3.34 \
  futures-sink@=0.3.34 futures-task@=0.3.34 futures-util@=0.3.34 getrandom@=0.4.3 http@=1.5.0 http-body@=1.1.0 \
  http-body-util@=0.1.5 httparse@=1.10.1 hyper@=1.12.0 hyper-util@=0.1.21 icu_collections@=2.4.0 \
  icu_locale_core@=2.4.0 icu_normalizer@=2.4.0 icu_normalizer_data@=2.4.0 icu_properties@=2.4.0 \
  icu_properties_data@=2.4.0 icu_provider@=2.4.0 idna@=1.1.0 idna_adapter@=1.2.2 ipnet@=2.12.2 itoa@=1.0.19 \
  libc@=0.2.191 litemap@=0.8.3 log@=0.4.35 memchr@=2.8.3 mio@=1.2.5 once_cell@=1.21.4 percent-encoding@=2.3.2 \
  pin-project-lite@=0.2.18 potential_utf@=0.1.6 proc-macro2@=1.0.107 quote@=1.0.47 rand@=0.10.4 rand_core@=0.10.1 \
  reqwest@=0.13.5 retry-policies@=0.5.2 slab@=0.4.12 smallvec@=1.16.6 socket2@=0.6.5 stable_deref_trait@=1.2.1 \
  sync_wrapper@=1.0.2 synstructure@=0.14.0 thiserror@=2.0.21 thiserror-impl@=2.0.21 tinystr@=0.8.5 tower@=0.5.3 \
  tower-http@=0.6.11 tower-layer@=0.3.3 tower-service@=0.3.3 tracing@=0.1.44 tracing-attributes@=0.1.31 \
  tracing-core@=0.1.36 try-lock@=0.2.5 unicode-ident@=1.0.27 url@=2.5.8 utf8_iter@=1.1.0 utf_types@=1.0.0 \
  want@=0.3.2 writeable@=0.6.4 yoke@=0.8.4 yoke-derive@=0.8.4 zerofrom@=0.1.8 zerofrom-derive@=0.1.8 \
  zerotrie@=0.2.5 zerovec@=0.11.9 zerovec-derive@=0.11.7 \
  >/dev/null 2>&1 || exit 77
cargo add --quiet reqwest-middleware@=0.5.2 >/dev/null 2>&1 || exit 77
cargo add --quiet reqwest-retry@=0.9.1 >/dev/null 2>&1 || exit 77
cargo add --quiet tokio@=1.54.1 --features rt,time >/dev/null 2>&1 || exit 77
cargo update --quiet syn@2 --precise 2.0.119 >/dev/null 2>&1 || exit 77
cargo update --quiet syn@3 --precise 3.0.10 >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
use reqwest_middleware::ClientBuilder;
use reqwest_retry::{RetryTransientMiddleware, policies::ExponentialBackoff};

fn main() {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(run());
}

async fn run() {
    let policy = ExponentialBackoff::builder()
        .retry_bounds(std::time::Duration::from_millis(1), std::time::Duration::from_millis(5))
        .build_with_max_retries(2);
    let client = ClientBuilder::new(reqwest::Client::new())
        .with(RetryTransientMiddleware::new_with_policy(policy))
        .build();
    for url in std::env::args().skip(1) {
        let plant = r#"{"id":5,"name":"Fern"}"#;
        let request = client.post(url).header("content-type", "application/json");
        match request.body(plant).send().await {
            Ok(response) => println!("{} {:?}", response.status().as_u16(), response.text().await.ok()),
            Err(_) => println!("error"),
        }
    }
}
RUST
cargo build --quiet 2>/dev/null || exit 77

output=$(node "$here/serve-events.mjs" 'closed, 500, 503, 408, 429, cut' target/debug/post)
echo "$output"
test "$output" = 'closed: POST, POST; 200 Some("{\"name\":\"Fern\"}")
500: POST, POST; 200 Some("{\"name\":\"Fern\"}")
503: POST, POST; 200 Some("{\"name\":\"Fern\"}")
408: POST, POST; 200 Some("{\"name\":\"Fern\"}")
429: POST, POST; 200 Some("{\"name\":\"Fern\"}")
cut: POST; 200 None'
