/** Clients of Debian and npm: the guide says which of them send a request again, and which take an incomplete response for a whole one. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DEBIAN_GO } from "../../scripts/installed-programs.ts";
import { installApp } from "../consumers/app.ts";
import { runProgram } from "../support/run-program.ts";
import { type Behaviour, meetFaults, type Program, sendsAgainAfter } from "./client-faults.ts";
import { CURRENT_CLIENTS } from "./current-client-list.ts";
import { readGuideTable, sectionOf, testedNames, withoutVersion } from "./guide-tables.ts";

interface Client extends Behaviour {
  /** Debian's package, or a package of npm's. Has the version that the guide names. */
  package: string;
  command: [program: string, ...args: string[]];
  env?: Record<string, string>;
}

const CUT = '200 {"nam';
/** It takes a body that was cut for a complete one. */
const ACCEPTS_CUT = { incomplete: CUT };

const python = (library: string, behaviour: Behaviour = {}): Client => ({
  package: `python3-${library}`,
  command: ["/usr/bin/python3", `python-${library}.py`],
  ...behaviour,
});
const JRE = "openjdk-17-jre-headless";
const JAVA = "/usr/bin/java";
const GO = { package: "golang-1.19-go", command: [DEBIAN_GO, "run", "client.go"] } satisfies Client;

/** By their names in the guide. */
const CLIENTS: Record<string, Client> = {
  "curl 7.88.1": { package: "curl", command: ["/bin/bash", "curl.sh"] },
  "wget 1.21.3": { package: "wget", command: ["/bin/bash", "wget.sh"] },
  "PHP 8.2.36 with curl": { package: "php8.2-curl", command: ["/usr/bin/php", "php-curl.php"] },
  "PHP streams 8.2.36": {
    package: "php8.2-cli",
    command: ["/usr/bin/php", "php-streams.php"],
    sees: { ...ACCEPTS_CUT, "a stalled body": CUT },
  },
  "Python requests 2.28.1": python("requests", { sees: ACCEPTS_CUT }),
  "Python httpx 0.23.3": python("httpx"),
  "Python aiohttp 3.8.4": python("aiohttp"),
  "httplib2 0.20.4": python("httplib2"),
  "Java HttpClient 17.0.15": { package: JRE, command: [JAVA, "JavaHttpClient.java"] },
  "Java HttpURLConnection 17.0.15": {
    package: JRE,
    command: [JAVA, "JavaUrlConnection.java"],
    sees: ACCEPTS_CUT,
  },
  "OkHttp 3.13.1": {
    package: "libokhttp-java",
    command: [JAVA, "-cp", "/usr/share/java/okhttp.jar:/usr/share/java/okio.jar", "OkHttp.java"],
    stillTwice: ["503 with `retry-after: 0`"],
  },
  "Go 1.19.8": GO,
  "Go 1.19.8 with `Idempotency-Key`": { ...GO, env: { IDEMPOTENCY_KEY: "key" } },
  "Ruby Net::HTTP 3.1": {
    package: "ruby3.1",
    command: ["/usr/bin/ruby", "net-http.rb"],
    sees: ACCEPTS_CUT,
  },
  "Ruby httpclient 2.8.3": {
    package: "ruby-httpclient",
    command: ["/usr/bin/ruby", "ruby-httpclient.rb"],
    sees: ACCEPTS_CUT,
  },
  "Perl LWP 6.68": { package: "libwww-perl", command: ["/usr/bin/perl", "lwp.pl"], sees: ACCEPTS_CUT },
  "Erlang httpc 25.2.3": { package: "erlang-inets", command: ["/usr/bin/escript", "httpc.escript"] },
  "Node http.Agent 24.21.0": { package: "node", command: [process.execPath, "node-agent.mjs"] },
  "undici fetch 7.30.2": { package: "undici", command: [process.execPath, "undici.mjs"] },
  "axios-retry 4.5.0": { package: "axios-retry", command: [process.execPath, "axios-retry.mjs"] },
};

const home = await mkdtemp(join(tmpdir(), "plant-store-clients-"));
afterAll(() => rm(home, { recursive: true, force: true }));
const app = installApp(import.meta.dirname);

const toProgram = ({ command, env }: Client, more = {}): Program => ({
  command,
  cwd: join(app.folder, "clients"),
  // Debian's programs, not others that are in PATH before them.
  env: {
    PATH: "/usr/bin:/bin",
    HOME: home,
    GOCACHE: join(home, "go"),
    GOTOOLCHAIN: "local",
    ...env,
    ...more,
  },
});

const table = readGuideTable("Clients and browsers");

/** Tested in test/browsers/lost-responses.test.ts. */
const BROWSERS = ["Chromium", "Firefox", "WebKitGTK"];
const current = Object.assign({}, ...CURRENT_CLIENTS.map(([, , , clients]) => clients)) as typeof CLIENTS;
const ALL: Record<string, Behaviour> = { ...CLIENTS, ...current };

test("the guide has every client of the tests", () => {
  const names = [...table.keys()].filter((name) => !BROWSERS.includes(withoutVersion(name)));
  expect(names.sort()).toEqual(Object.keys(ALL).sort());
});

test.concurrent.each(Object.entries(CLIENTS))(
  "%s sees each fault, sends again what the guide says, and creates a plant with its next request",
  async (name, client) => {
    expect(await meetFaults(toProgram(client), client)).toEqual(table.get(name)?.sendsAgainAfter);
  },
);

test.each(Object.entries(CLIENTS))(
  "%s has the version of the guide",
  async (name, { package: installed }) => {
    const [, version = ""] = / (\d[\d.]*)/.exec(name) ?? [];
    expect(await versionOf(installed)).toMatch(new RegExp(`^(\\d+:)?${version.replaceAll(".", "\\.")}\\b`));
  },
);

/** The version of a package of npm's or Debian's. */
async function versionOf(name: string): Promise<string> {
  if (name === "node") return process.versions.node;
  const manifest = join(app.folder, "node_modules", name, "package.json");
  const text = await readFile(manifest, "utf8").catch(() => undefined);
  if (text) return JSON.parse(text).version;
  return (await runProgram("dpkg-query", ["--show", "--showformat", "$" + "{Version}", name])).stdout;
}

/** The first words of the settings that the guide names. */
const settingsOf = (name: string) => {
  const [, text = ""] = table.get(name)?.more ?? [];
  return Array.from(text.matchAll(/`([\w-]+)/g), ([, word = ""]) => word);
};

test.concurrent.each(Object.entries(CLIENTS).filter(([name]) => settingsOf(name).length > 0))(
  "%s sends each request once with the setting of the guide",
  async (name, client) => {
    const source = await readFile(join(app.folder, "clients", `${client.command.at(-1)}`), "utf8");
    expect(settingsOf(name).filter((word) => source.includes(word))).not.toEqual([]);
    expect(await sendsAgainAfter(toProgram(client, { ONCE: "1" }))).toEqual(client.stillTwice ?? []);
  },
);

test("the guide says which clients take an incomplete response for a complete one", () => {
  const [, list = ""] =
    /^Take an incomplete 200 for a complete one: (.*)\.$/m.exec(sectionOf("What else clients hide")) ?? [];
  const accepting = Object.keys(ALL).filter((name) => ALL[name]?.sees?.incomplete);
  expect(
    testedNames(list)
      .map((name) => name.replace(/ \(.*/, ""))
      .sort(),
  ).toEqual(accepting.sort());
});
