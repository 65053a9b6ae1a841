/** Values of options that are rejected, before anything is sent. */
import { inspect } from "node:util";
import { PlantStoreClient, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import {
  configurationErrorOf,
  failureBeforeSending,
  failureOf,
  plant,
  TOKEN,
  testClient,
} from "../support/client.ts";
import { revokedProxy, throwing } from "../support/throwing.ts";

const NOT_A_BOOLEAN = [0, "true", null, {}];
const NOT_A_FUNCTION = [true, "fetch", null, {}];

const invalidCallOptions: [option: string, requirement: string, values: unknown[]][] = [
  [
    "timeout",
    "milliseconds above 0 and up to 2147483647, or false",
    [Number.NaN, 0, 2 ** 31, "1000", true, null, 5n],
  ],
  ["maxRetries", "an integer of 0 or more", [Number.NaN, -1, 1.5, 2 ** 53, "2", null, 2n]],
  ["retryUnknown", "true or false", NOT_A_BOOLEAN],
  ["headers", "an object or a function", [null, 5, true, "x-shelf: 3", "", 5n]],
  ["token", "", [5, {}, [TOKEN], Symbol(TOKEN), "can ary"]],
  ["idempotencyKey", "visible ASCII", [5, null, "", "a b", "a\n", "é"]],
  ["signal", "an AbortSignal", [true, new AbortController(), { aborted: false, removeEventListener() {} }]],
];

const invalidClientOptions: typeof invalidCallOptions = [
  ...invalidCallOptions.filter(([option]) => !["signal", "idempotencyKey"].includes(option)),
  ["maxResponseBytes", "an integer of 1 or more", [Number.NaN, 0, 1.5, 2 ** 53, "1024", null, 5n]],
  ["allowInsecureHttp", "true or false", NOT_A_BOOLEAN],
  ["fetch", "a function", NOT_A_FUNCTION],
  ["onEvent", "a function", NOT_A_FUNCTION],
  ["baseUrl", "", [5, null, {}, Symbol("https://plants.example")]],
];

/** One row for each option and value. `shown` makes the test names unique. */
function rows(table: typeof invalidCallOptions) {
  return table.flatMap(([option, requirement, values]) =>
    values.map((value) => ({ option, requirement, value, shown: inspect(value) })),
  );
}

test.each(rows(invalidClientOptions))(
  "the constructor rejects $option: $shown",
  ({ option, requirement, value }) => {
    const error = configurationErrorOf(() => testClient({ [option]: value }));
    expect(error).toMatchObject({ kind: "configuration", option, outcome: "not-created", attempts: 0 });
    expect(error.message).toBe(`\`${option}\` ${error.problem}.`);
    expect(error.problem).toContain(requirement);
  },
);

test.each(rows(invalidCallOptions))(
  "a call rejects $option: $shown before it sends anything",
  async ({ option, requirement, value }) => {
    const error = await failureBeforeSending({}, { [option]: value });
    expect(error).toMatchObject({ kind: "configuration", option, outcome: "not-created", attempts: 0 });
    expect(error.message).toContain(requirement);
  },
);

test.each(["timeout", "maxRetries", "maxResponseBytes"])(
  "the message for an invalid %s shows a number, which cannot be the token",
  (option) => {
    for (const value of [-7, Number.NaN]) {
      const { message } = configurationErrorOf(() => testClient({ [option]: value }));
      expect(message.endsWith(`not ${value}.`)).toBe(true);
    }
  },
);

test.each(invalidClientOptions)(
  "the error of the constructor does not contain an invalid string, which may be the token: %s",
  (option) => {
    const error = configurationErrorOf(() => testClient({ [option]: "an invalid canary" }));
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain("canary");
    expect(JSON.stringify(error)).not.toContain("canary");
  },
);

const notOptions = [null, "canary", 5, true, () => {}, Symbol("options"), 5n].map((options) => ({
  options,
  shown: inspect(options),
}));

test.each(notOptions)("the constructor rejects $shown as options", ({ options }) => {
  const error = configurationErrorOf(() => new PlantStoreClient(options as never));
  expect(error.option).toBe("options");
  expect(error.message).toMatch(
    /^`options` must be an object, not (null|string|5|boolean|function|symbol|bigint)\.$/,
  );
});

test.each(notOptions)("a call rejects $shown as options", async ({ options }) => {
  expect(await failureBeforeSending({}, options as never)).toMatchObject({ option: "options" });
  expect(await failureOf(safeCreatePlant(plant, options as never))).toMatchObject({ option: "options" });
});

test("options with a getter that throws are rejected with its error as the cause", async () => {
  const cause = new Error("no such setting");
  const options = Object.defineProperty({}, "timeout", { get: throwing(cause), enumerable: true });
  const expected = { kind: "configuration", option: "options", cause };
  expect(configurationErrorOf(() => new PlantStoreClient(options))).toMatchObject(expected);
  expect(await failureBeforeSending({}, options)).toMatchObject(expected);
});

test("revoked proxies are rejected as options, headers and signal", async () => {
  expect(configurationErrorOf(() => new PlantStoreClient(revokedProxy())).option).toBe("options");
  for (const options of [revokedProxy(), { headers: revokedProxy() }, { signal: revokedProxy() }]) {
    const error = await failureBeforeSending({}, options);
    expect(error).toMatchObject({ kind: "configuration", outcome: "not-created", attempts: 0 });
  }
});
