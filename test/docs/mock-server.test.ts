/** The guide to the mock server: its examples print what it says, and its tables are complete. */
import { describeFault, faults, MockStore } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { COMMAND_LIMITS, MAX_FAULTS, MAX_ITEMS, MAX_SESSIONS } from "../../mocks/parts/limits.ts";
import packageJson from "../../package.json" with { type: "json" };
import { findProgram } from "../../scripts/installed-programs.ts";
import { readEnvironment } from "../../tools/mock/environment-arguments.ts";
import { OPTIONS, readArguments } from "../../tools/mock/mock-arguments.ts";
import { readFaultTable } from "../support/fault-table.ts";
import { openMock } from "../support/mock-server.ts";
import { FERN, JSON_HEADERS } from "../support/post-plant.ts";
import { runProgram } from "../support/run-program.ts";
import { readProjectFile } from "./guide-code.ts";

const guide = readProjectFile("docs/mock-server.md");
const reference = readProjectFile("docs/mock-reference.md");
const URL_IN_GUIDE = "http://127.0.0.1:4010";

const openAdmin = () => openMock({ admin: true, sessions: () => new MockStore() });

function blocksIn(language: string): string[] {
  const blocks = guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"));
  return Array.from(blocks, ([, code = ""]) => code);
}

test.runIf(findProgram("curl"))("the example with curl prints what the guide says", async () => {
  const [example = ""] = blocksIn("sh").filter((code) => code.includes("#> "));
  const { url } = await openAdmin();
  const env = { PATH: process.env.PATH };
  const { stdout, stderr } = await runProgram("sh", ["-"], { env }, example.replace(URL_IN_GUIDE, url));
  expect(stderr).toBe("");
  // curl prints an empty line if there is no response.
  const expected = Array.from(example.matchAll(/#> (.*)$/gm), ([, output]) => output);
  expect(stdout.split("\n").filter((line) => line !== "")).toEqual(expected);
});

test("the guide has every fault", () => {
  const types = readFaultTable().map(({ fault }) => fault.type);
  expect([...new Set(types)].sort()).toEqual(Object.keys(faults).sort());
});

test.each(readFaultTable())("the guide is right about $code", ({ fault, createsPlant }) => {
  // A held request creates its plant when it is released.
  expect(describeFault(fault).createsPlant).toBe(createsPlant || fault.type === "hold");
});

/** The requests that need a body. */
const SENT: Record<string, RequestInit> = {
  "/plants": { body: FERN, headers: JSON_HEADERS },
  "/__admin/faults": { body: '{"type":"reset"}' },
  "/__admin/plants": { body: FERN },
};

test("every endpoint of the guide responds as it says", async () => {
  const { url } = await openAdmin();
  const section = reference.split("## Endpoints\n")[1]?.split("\n#")[0] ?? "";
  const rows = [...section.matchAll(/^\| `(\w+) (\S+)` \| (\d+)(?: `(.*?)`)? \|/gm)];
  expect(rows).toHaveLength(15);
  for (const [, method = "", path = "", status, body] of rows) {
    const response = await fetch(url + path, { method, ...(method === "POST" ? SENT[path] : {}) });
    expect([method, path, response.status]).toEqual([method, path, Number(status)]);
    if (path.endsWith("events")) await response.body?.cancel();
    else if (body === undefined) await response.text();
    else expect(Object.keys(await response.json())).toEqual(body.match(/(?<=")\w+(?=":)/g));
  }
});

test("the reference has the limits of the mock", () => {
  const { maxPlants, maxRequests } = COMMAND_LIMITS;
  const numbers = [maxPlants, maxRequests, MAX_SESSIONS, MAX_FAULTS];
  const [limits = ""] = reference.split("## Limits\n")[1]?.split("\n#") ?? [];
  expect(limits.match(/\d+,\d+/g)).toEqual(numbers.map((number) => number.toLocaleString("en-US")));
  expect(reference.match(/(?<=array of up to )[\d,]+/g)).toEqual(["1,000", "1,000"]);
  expect(MAX_ITEMS).toBe(1_000);
});

test("the Dockerfile pins the version, does not run as root, and its health check fails if the mock is down", async () => {
  const [dockerfile = ""] = blocksIn("dockerfile");
  expect(dockerfile).toContain(`plant-store-sdk@${packageJson.version}\nUSER node\n`);
  expect(dockerfile).toMatch(/^CMD \["plant-store-mock"\]$/m);
  const [, check = ""] = /^HEALTHCHECK .* CMD node -e "(.*)"$/m.exec(dockerfile) ?? [];
  const exitCodeOf = async (code: string) => (await runProgram(process.execPath, ["-e", code])).code;
  const { server } = await openAdmin();
  const code = check.replace(URL_IN_GUIDE, server.url);
  expect(await exitCodeOf(code)).toBe(0);
  await server.close();
  expect(await exitCodeOf(code)).toBe(1);
});

test("the services of the guide are valid YAML, and the client has a URL", () => {
  const [code = ""] = blocksIn("yaml");
  expect(JSON.stringify(parse(code))).toMatch(/"PLANT_STORE_BASE_URL":"http:\/\/[\w.-]+:4010"/);
});

test("every variable of the guide is one of the command, and has a valid value", () => {
  const variables = guide.matchAll(/\b(PLANTMOCK_[A-Z_]+)(?:=|: "?)([^\s`"]+)/g);
  const env = Object.fromEntries(Array.from(variables, ([, name, value]) => [name, value]));
  expect(Object.keys(env).length).toBeGreaterThan(2);
  const args = readArguments(readEnvironment(OPTIONS, env, []).args);
  expect(args).toMatchObject({ host: "0.0.0.0", port: 4010, admin: true, allowedHost: ["plant-store"] });
});
