/** The clients of `current-clients.test.ts`, by their names in the guide. */
import type { Behaviour } from "./client-faults.ts";
import type { LanguageName } from "./other-registries.ts";

interface Client extends Behaviour {
  /** The first argument of the program. */
  library: string;
  /** What pins the version that the guide names, in the manifest; `VERSION` stands for the version. */
  pinned?: string;
}

const client = (library: string, pinned?: string, more: Behaviour = {}): Client => ({
  library,
  ...(pinned && { pinned }),
  ...more,
});
const python = (library: string) => client(library, `${library}==VERSION\n`);
const go = (library: string, module: string) => client(library, `${module} vVERSION\n`);
const crate = (name: string, more?: Behaviour) => client(name, `"${name}"\nversion = "VERSION"\n`, more);
const java = (library: string, artifact: string, more?: Behaviour) =>
  client(library, `<artifactId>${artifact}</artifactId><version>VERSION</version>`, more);

const RESTY = "github.com/go-resty/resty/v2";
/** The status is in an error without the body. */
const HIDDEN = Object.fromEntries(
  [
    "408",
    "421",
    "429",
    "500",
    "503",
    "503 with `retry-after: 0`",
    "a 400",
    "a 503 after the plant was created",
  ].map((event) => [event, `${/\d+/.exec(event)} (hidden)`]),
);

/** By language, folder and manifest; then by the names in the guide. */
export const CURRENT_CLIENTS: [LanguageName, folder: string, manifest: string, Record<string, Client>][] = [
  [
    "Python",
    "python",
    "requirements.txt",
    {
      "Python requests 2.34.2": python("requests"),
      "urllib3 2.8.0": python("urllib3"),
      "Python httpx 0.28.1": python("httpx"),
      "Python aiohttp 3.14.5": python("aiohttp"),
      "tornado 6.6.1": python("tornado"),
      "treq 26.7.0": python("treq"),
    },
  ],
  // On its own, because it replaces the urllib3 that requests uses.
  ["Python", "python-niquests", "requirements.txt", { "niquests 3.21.2": python("niquests") }],
  [
    "Go",
    "go",
    "go.mod",
    {
      "Go 1.26.8": client("net/http"),
      "Go 1.26.8 with `Idempotency-Key`": client("net/http with Idempotency-Key"),
      "resty 2.17.2": go("resty", RESTY),
      "resty 2.17.2 with `SetRetryCount(3)`": go("resty with SetRetryCount", RESTY),
      "retryablehttp 0.7.8": go("retryablehttp", "github.com/hashicorp/go-retryablehttp"),
      "fasthttp 1.78.0": go("fasthttp", "github.com/valyala/fasthttp"),
    },
  ],
  [
    "Rust",
    "rust",
    "Cargo.lock",
    {
      "reqwest 0.13.5": crate("reqwest"),
      "ureq 3.5.2": crate("ureq", { sees: HIDDEN }),
      "hyper-util 0.1.21": crate("hyper-util"),
      "isahc 2.0.2": crate("isahc"),
      "surf 2.3.2": crate("surf"),
    },
  ],
  [
    "Java",
    "java",
    "pom.xml",
    {
      "OkHttp 5.5.1": java("OkHttp", "okhttp-jvm", { stillTwice: ["503 with `retry-after: 0`"] }),
      "Retrofit 3.0.0": java("Retrofit", "retrofit", { stillTwice: ["503 with `retry-after: 0`"] }),
      "Ktor 3.6.1 with OkHttp": java("Ktor with OkHttp", "ktor-client-okhttp-jvm", {
        stillTwice: ["503 with `retry-after: 0`"],
      }),
      "Ktor 3.6.1 with CIO": java("Ktor with CIO", "ktor-client-cio-jvm"),
      "Apache HttpClient 5.6.5": java("Apache HttpClient", "httpclient5"),
      "Spring RestClient 7.0.10": java("Spring RestClient", "spring-context"),
      "Spring WebClient 7.0.10": java("Spring WebClient", "spring-webflux", { sees: { incomplete: "200" } }),
      "Jetty client 12.1.14": java("Jetty", "jetty-client"),
      "Vert.x 5.2.0": java("Vert.x", "vertx-web-client"),
      "Feign 13.13": java("Feign", "feign-core", { sees: { incomplete: '200 {"nam' } }),
    },
  ],
];
