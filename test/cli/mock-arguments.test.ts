/** The arguments of `plant-store-sdk mock`: what they mean, and which are invalid. */
import { faults } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { portOf, readArguments, storeOptionsOf } from "../../cli/mock-arguments.ts";

const optionsOf = (...args: string[]) => storeOptionsOf(readArguments(args));

test("without arguments, the mock listens on port 4010 of this machine and accepts everything", () => {
  const args = readArguments([]);
  expect([args.host, portOf(args)]).toEqual(["127.0.0.1", 4010]);
  expect(storeOptionsOf(args)).toEqual({
    auth: "required",
    rules: {},
    latency: 0,
    chaos: undefined,
  });
});

test("--token can be repeated, and a token may start with a dash", () => {
  const { auth } = optionsOf("--token", "a", "--token=-b");
  const accepts = auth as (token: string) => boolean;
  expect(["a", "-b", "c", "A", ""].map(accepts)).toEqual([true, true, false, false, false]);
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
  ["rateLimit:5", faults.rateLimit(5)],
  ["body:<html>: x", faults.body("<html>: x")],
  ["body:", faults.body("")],
  ["truncate:0", faults.truncate(0)],
  ["stall:5", faults.stall(5)],
  ["reset", faults.reset()],
  ["reset:after-create", faults.reset({ afterCreate: true })],
  ["hang", faults.hang()],
  ["hang:after-create", faults.hang({ afterCreate: true })],
  ["delay:2000", faults.delay(2000)],
])("--chaos-fault %s is a fault", (text, fault) => {
  const chaos = { rate: 0.1, seed: 7, faults: [faults.hang(), fault] };
  expect(
    optionsOf("--chaos", "0.1", "--chaos-seed", "7", "--chaos-fault", "hang", "--chaos-fault", text).chaos,
  ).toEqual(chaos);
});

test("without --chaos-seed, the seed is random", () => {
  const seeds = Array.from({ length: 5 }, () => optionsOf("--chaos", ".5").chaos?.seed);
  expect(new Set(seeds).size).toBeGreaterThan(1);
});

test("--chaos-seed alone seeds a random latency", () => {
  expect(optionsOf("--latency", "0-100", "--chaos-seed", "7").chaos).toEqual({ rate: 0, seed: 7 });
});

const needsChaos = "needs --chaos, the share of the requests, such as --chaos 0.1.";

test.each<[string, string]>([
  ["--port=-1", '--port must be an integer from 0 to 65535, not "-1".'],
  ["--port 4e3", '--port must be an integer from 0 to 65535, not "4e3".'],
  [
    "--port -1",
    "--port is followed by another option. Add its value; if the value starts with a dash, write --port=-VALUE.",
  ],
  [
    "--token -t0ken",
    "--token is followed by another option. Add its value; if the value starts with a dash, write --token=-VALUE.",
  ],
  ["--token=", "--token must not be empty."],
  ["--token Bearer t0ken", "Unexpected argument. Run with --help for usage."],
  ["--token", "Option '--token <value>' argument missing. Run with --help for usage."],
  [
    "--reject-duplicates=yes",
    "Option '--reject-duplicates' does not take an argument. Run with --help for usage.",
  ],
  ["--seed plants.json", "Unknown option '--seed'. Run with --help for usage."],
  ["plants.json", "Unexpected argument. Run with --help for usage."],
  ...["", "1.5", "500-100", "-5", "1-2-3", "2s"].map((latency): [string, string] => [
    `--latency=${latency}`,
    `--latency must be milliseconds such as 200, or a range such as 100-500, not "${latency}".`,
  ]),
  ...["", "1.1", "-1", "10%", "1e-1", "."].map((rate): [string, string] => [
    `--chaos=${rate}`,
    `--chaos must be a number from 0 to 1, not "${rate}".`,
  ]),
  ["--chaos-fault reset", `--chaos-fault ${needsChaos}`],
  ...["4294967296", "-1", "x", ""].map((seed): [string, string] => [
    `--chaos 1 --chaos-seed=${seed}`,
    `--chaos-seed must be an integer from 0 to 4294967295, not "${seed}".`,
  ]),
  [
    "--chaos 1 --chaos-fault status:99",
    "--chaos-fault status:99: `status` must be an integer from 200 to 599.",
  ],
  ["--chaos 1 --chaos-fault stall", "--chaos-fault stall: `bytes` must be an integer of 0 or more."],
  ["--chaos 1 --chaos-fault body", "--chaos-fault body: `text` must be a string."],
  ["--chaos 1 --chaos-fault reset:x", "--chaos-fault reset:x: write reset[:after-create]."],
  [
    "--chaos 1 --chaos-fault teapot",
    "--chaos-fault teapot: `type` must be status, rateLimit, body, truncate, stall, trickle, reset, close, hang or delay.",
  ],
])("%s is an error", (line, message) => {
  const read = () => {
    const args = readArguments(line.split(" "));
    portOf(args);
    storeOptionsOf(args);
  };
  expect(read).toThrow(expect.objectContaining({ message }));
});
