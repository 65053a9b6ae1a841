/** `checkPlantStore` finds out the rules that a mock obeys. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { checkPlantStore } from "plant-store-sdk/check";
import { MockStore, type PlantStoreRules, type Rejection } from "plant-store-sdk/mocks/store";
import { expect } from "vitest";
import { property } from "./property.ts";

const TOKEN = "the-right-token";

const rejection: fc.Arbitrary<Rejection> = fc.record(
  {
    // Not 408 and 429, which the checks wait for, and not the statuses that mean a token.
    status: fc.constantFrom(400, 404, 409, 410, 412, 418, 422, 499),
    error: fc.integer({ min: 1000, max: 1020 }),
  },
  { requiredKeys: ["status"], noNullPrototype: true },
);
const unauthorized = fc.constantFrom<Rejection>(
  { status: 401 },
  { status: 403 },
  { status: 400, error: 999 },
);
const creation = fc.oneof(fc.constant("created" as const), rejection);

/** All rules that a check can find out. */
const rules = fc.record({
  duplicates: fc.record({ equal: creation, different: creation }),
  atomicIds: fc.boolean(),
  exactIds: fc.boolean(),
  unauthorized: fc.record({ missing: unauthorized, wrong: unauthorized }),
  bearerCase: fc.constantFrom("exact" as const, "any" as const),
  invalid: rejection,
  malformed: rejection,
  mediaType: fc.oneof(fc.constant("ignored" as const), rejection),
  maxBodyBytes: fc.option(fc.integer({ min: 1_000, max: 1_048_575 }), { nil: undefined }),
  name: fc.record({
    minLength: fc.constantFrom(0, 1),
    maxLength: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 299 })),
    unique: fc.oneof(fc.constant(false as const), rejection),
  }),
  tag: fc.record({ maxLength: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 299 })) }),
  unknownFields: fc.oneof(fc.constant("ignored" as const), rejection),
  idempotencyKey: fc.boolean(),
});
type AllRules = typeof rules extends fc.Arbitrary<infer T> ? T : never;

/** Whether a rule decides before another one could show. */
function isHidden({ duplicates, name, invalid, malformed, tooLarge, maxBodyBytes }: AllRules): boolean {
  const { unique, range = invalid } = name;
  // A body that is too large must not look like a short one that is not JSON.
  if (maxBodyBytes !== undefined && isDeepStrictEqual(tooLarge, malformed)) return true;
  if (unique === false) return false;
  // An equal plant has the name of the first one. A taken empty name looks like one that is too short.
  const isTaken = name.minLength === 1 && (isDeepStrictEqual(unique, invalid) || isDeepStrictEqual(unique, range));
  return duplicates.equal === "created" || isTaken;
}
property(
  "checkPlantStore finds out the rules of a mock, without a wrong violation, and sends at most 100 bodies",
  rules.filter((given) => !isHidden(given)),
  async (given) => {
    const isContradiction = given.duplicates.equal === "created" && given.duplicates.different === "created";
    const store = new MockStore({
      auth: (token) => token === TOKEN,
      rules: { ...given, ...(isContradiction && { atomicIds: false }) },
    });
    const report = await checkPlantStore({
      baseUrl: "http://localhost", // Not another machine, to which requests would be slow.
      token: TOKEN,
      fetch: store.fetch,
      createOn: "localhost",
      rules: isContradiction ? undefined : given,
    });
    const wrong = report.checks.filter(({ result }) => ["violation", "inconclusive"].includes(result));
    const confusesIds = isRecognizable(given) && !given.exactIds;
    expect(wrong.map(({ name }) => name)).toEqual(confusesIds ? ["id-exact"] : []);
    const { version, checked, ...found } = report.rules;
    expect(found).toEqual(expectedRules(given));
    expect(report.differences ?? []).toEqual([]);
    expect(store.requests.filter(({ body }) => body.startsWith("{")).length).toBeLessThanOrEqual(100);
  },
  1 / 100,
);
