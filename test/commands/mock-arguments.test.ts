/** The arguments of `plant-store-sdk mock`: what they mean, and which are invalid. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { faults } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { readEnvironment } from "../../tools/mock/environment-arguments.ts";
import { OPTIONS, readArguments, storeOptionsOf } from "../../tools/mock/mock-arguments.ts";
import { mock } from "../../tools/mock/mock-command.ts";
import { readStartPlants } from "../../tools/mock/plants-file.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { throwing } from "../support/throwing.ts";

const optionsOf = (...args: string[]) => storeOptionsOf(readArguments(args));

test("without arguments, the mock listens on port 4010 of this machine and accepts everything", () => {
  const args = readArguments([]);
  expect([args.host, args.port]).toEqual(["127.0.0.1", 4010]);
  expect(storeOptionsOf(args)).toEqual({ auth: "required", rules: {}, latency: 0, chaos: undefined });
});

test("--token can be repeated, and a token may start with a dash", () => {
  const accepts = optionsOf("--token", "a", "--token=-b").auth as (token: string) => boolean;
  expect(["a", "-b", "c", "A", ""].map(accepts)).toEqual([true, true, false, false, false]);
});

test("--duplicates is a rejection", () => {
  expect(optionsOf("--duplicates", "409").rules).toEqual({ duplicates: { status: 409 } });
  const duplicates = { status: 400, error: 1003 };
  expect(optionsOf("--duplicates", "400:1003").rules).toEqual({ duplicates });
});

test.each<[string, number | number[]]>([
  ["0", 0],
  ["200", 200],
  ["100-500", [100, 500]],
])("--latency %s is a time or a range of ms", (text, latency) => {
  expect(optionsOf("--latency", text).latency).toEqual(latency);
});

test.each([
  ["status:503", faults.status(503)],
  ["truncate:0", faults.truncate(0)],
  ["stall:5", faults.stall(5)],
  ["reset:after-create", faults.reset({ afterCreate: true })],
  ["reset:close", faults.reset({ close: true })],
  ["hang", faults.hang()],
  ["delay:2000", faults.delay(2000)],
])("--chaos-fault %s is a fault", (text, fault) => {
  const { chaos } = optionsOf("--chaos=0.1", "--chaos-seed=7", "--chaos-fault=hang", `--chaos-fault=${text}`);
  expect(chaos).toEqual({ rate: 0.1, seed: 7, faults: [faults.hang(), fault] });
});

test("without --chaos-seed, the seed is random", () => {
  const seeds = Array.from({ length: 5 }, () => optionsOf("--chaos", ".5").chaos?.seed);
  expect(new Set(seeds).size).toBeGreaterThan(1);
});

test("--chaos-seed alone seeds a random latency", () => {
  expect(optionsOf("--latency", "0-100", "--chaos-seed", "7").chaos).toEqual({ rate: 0, seed: 7 });
});

const needsValue = "--token needs a value. If it starts with a dash, write --token=-VALUE.";

const noLatency = "--latency must be milliseconds such as 200, or a range such as 100-500.";
const noRate = "--chaos must be a number from 0 to 1.";
const noSeed = "--chaos-seed must be an integer from 0 to 4294967295.";

type Wrong = [args: string, message: string];

test.each<Wrong>([
  ["--port=-1", "--port must be an integer from 0 to 65535."],
  ["--port 4e3", "--port must be an integer from 0 to 65535."],
  ["--port -1", "--port needs a value. If it starts with a dash, write --port=-VALUE."],
  ["--token -t0ken", needsValue],
  ["--token=", "--token must not be empty."],
  ["--token", needsValue],
  ["--json=yes", "--json does not take a value. Run with --help for usage."],
  ["--seed plants.json", "Unknown option '--seed'. Run with --help for usage."],
  ["plants.json", "Unexpected argument. Run with --help for usage."],
  ...["", "1.5", "500-100", "-5", "1-2-3", "2s"].map((ms): Wrong => [`--latency=${ms}`, noLatency]),
  ...["", "1.1", "-1", "10%", "1e-1", "."].map((rate): Wrong => [`--chaos=${rate}`, noRate]),
  ["--duplicates created", "--duplicates must be a status such as 409, or 400:1003 with an error number."],
  ["--duplicates 999", "--duplicates: `status` must be a status from 400 to 499."],
  ["--duplicates 409:9999999999", "--duplicates: `error` must be an integer from -2147483648 to 2147483647."],
  ["--chaos-fault reset", "--chaos-fault needs --chaos, such as 0.1."],
  ...["4294967296", "-1", "x", ""].map((seed): Wrong => [`--chaos 1 --chaos-seed=${seed}`, noSeed]),
  ...[
    ["status:99", "`status` must be an integer from 200 to 599."],
    ["stall", "`bytes` must be an integer of 0 or more."],
    ["reset:x", "write reset[:after-create][:close]."],
    ["teapot", "`type` must be status, truncate, stall, trickle, reset, hang, hold or delay."],
  ].map(
    ([fault, problem]): Wrong => [`--chaos 1 --chaos-fault ${fault}`, `--chaos-fault ${fault}: ${problem}`],
  ),
])("%s is an error", (line, message) => {
  expect(() => optionsOf(...line.split(" "))).toThrow(expect.objectContaining({ message }));
});

test("--plants also reads CSV", async () => {
  const file = join(createFolder(), "plants.csv");
  writeFileSync(file, "id,name\n1,Fern\n");
  expect(await readStartPlants("--plants", file)).toEqual([{ id: 1, name: "Fern" }]);
});

test("an error that no argument causes is thrown, with its stack", async () => {
  const bug = new Error("bug");
  vi.spyOn(process.stdout, "write").mockImplementation(throwing(bug));
  await expect(mock(["--version"], "plant-store-sdk mock")).rejects.toBe(bug);
});

// Environment variables.

/** The arguments that the command gets. */
const argumentsOf = (env: NodeJS.ProcessEnv, ...args: string[]) => readEnvironment(OPTIONS, env, args).args;

test("every option is also a variable, and a repeatable one is a list", () => {
  const variables = {
    PATH: "/bin",
    PLANTMOCK_PORT: "4011",
    PLANTMOCK_TLS_CERT: "cert.pem",
    PLANTMOCK_TOKENS: "one,-two",
    PLANTMOCK_JSON: "true",
    PLANTMOCK_SHOW_TOKENS: "false",
    PLANTMOCK_ADMIN: "false",
    PLANTMOCK_HOST: "",
  };
  const args = readArguments(argumentsOf(variables));
  expect(args).toMatchObject({ port: 4011, tlsCert: "cert.pem", token: ["one", "-two"], host: "127.0.0.1" });
  expect([args.json, args.showTokens, args.admin]).toEqual([true, false, false]);
});

test("a flag replaces its variable, also if it can be repeated", () => {
  const variables = { PLANTMOCK_PORT: "4011", PLANTMOCK_TOKENS: "one", PLANTMOCK_ADMIN: "false" };
  expect(argumentsOf(variables, "--port=4012", "--token", "two", "--admin")).toEqual([]);
  expect(argumentsOf({ PLANTMOCK_ADMIN: "true" }, "--no-admin")).toEqual([]);
});

test.each([
  ["PLANTMOCK_TOKEN", "a", "Unknown environment variable PLANTMOCK_TOKEN. Did you mean PLANTMOCK_TOKENS?"],
  ["PLANTMOCK_X", "a", "Unknown environment variable PLANTMOCK_X. Run with --help for usage."],
  ["PLANTMOCK_HELP", "true", "Unknown environment variable PLANTMOCK_HELP. Run with --help for usage."],
  ["PLANTMOCK_JSON", "1", "PLANTMOCK_JSON must be true or false."],
])("%s=%s is an error", (variable, value, message) => {
  expect(() => argumentsOf({ [variable]: value })).toThrow(expect.objectContaining({ message }));
});

test.each([
  ["PLANTMOCK_PORT", "x", "PLANTMOCK_PORT must be an integer from 0 to 65535."],
  ["PLANTMOCK_CHAOS_FAULTS", "reset", "PLANTMOCK_CHAOS_FAULTS needs --chaos"],
])("a message names %s=%s by its variable", (variable, value, message) => {
  const { args, nameOf } = readEnvironment(OPTIONS, { [variable]: value }, []);
  expect(() => storeOptionsOf(readArguments(args, nameOf))).toThrow(message);
});
