/** `checkPlantStore` finds out the rules that a mock obeys. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { checkPlantStore } from "plant-store-sdk/check";
import { MockStore, type PlantStoreRules, type Rejection } from "plant-store-sdk/mocks/store";
import { expect } from "vitest";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
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
const unauthorized = fc.constantFrom<Rejection>({ status: 401 }, { status: 403 }, { status: 400, error: 9 });
const creation = fc.oneof(fc.constant("created" as const), rejection);

/** All rules that a check can find out. */
const rules = fc
  .record({
    duplicates: fc.record({ equal: creation, different: creation }),
    atomicIds: fc.boolean(),
    exactIds: fc.boolean(),
    unauthorized: fc.record({ missing: unauthorized, wrong: unauthorized }),
    bearerCase: fc.constantFrom("exact" as const, "any" as const),
    bodyBeforeToken: fc.boolean(),
    invalid: rejection,
    malformed: rejection,
    mediaType: fc.oneof(fc.constant("ignored" as const), rejection),
    maxBodyBytes: fc.option(fc.integer({ min: 1_000, max: 1_048_575 }), { nil: undefined }),
    tooLarge: rejection,
    lengths: fc.constantFrom("code-points" as const, "utf-16" as const, "bytes" as const),
    id: fc.record({
      ...{ missing: rejection, type: rejection, range: rejection },
      max: fc.constantFrom(undefined, Number.MAX_SAFE_INTEGER),
    }),
    name: fc.record({
      ...{ type: rejection, range: rejection },
      minLength: fc.constantFrom(0, 1),
      maxLength: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 299 })),
      unique: fc.oneof(fc.constant(false as const), rejection),
    }),
    tag: fc.record({
      ...{ missing: fc.option(rejection, { nil: undefined }), type: rejection, range: rejection },
      maxLength: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 299 })),
    }),
    unknownFields: fc.oneof(fc.constant("ignored" as const), rejection),
    idempotencyKey: fc.oneof(fc.boolean(), fc.record({ different: rejection })),
  })
  // The rejection of a plant without a name is the one of a plant that is not valid.
  .map((given) => ({ ...given, name: { missing: given.invalid, ...given.name } }));
type AllRules = typeof rules extends fc.Arbitrary<infer T> ? T : never;

/** Whether a rule decides before another one could show. */
function isHidden({ duplicates, id, name, tag, malformed, tooLarge, ...given }: AllRules): boolean {
  const { maxBodyBytes } = given;
  const { unique } = name;
  // No tag that is tried is empty.
  if (tag.missing && tag.maxLength === 0) return true;
  // It could be about an earlier plant with the same id.
  const isDuplicate = (rejection: Rejection) =>
    Object.values(duplicates).some((creation) => isDeepStrictEqual(creation, rejection));
  if (isDuplicate(id.missing) || isDuplicate(id.range)) return true;
  // A body that is too large must not look like a short one that is not JSON.
  if (maxBodyBytes !== undefined && isDeepStrictEqual(tooLarge, malformed)) return true;
  if (unique === false) return false;
  // An equal plant has the name of the first one. A taken empty name looks like one that is too short.
  return duplicates.equal === "created" || (name.minLength === 1 && isDeepStrictEqual(unique, name.range));
}

/** What a check must find out. */
function expectedRules(given: AllRules): PlantStoreRules {
  const { atomicIds, exactIds, idempotencyKey, bodyBeforeToken, tooLarge, lengths, ...others } = given;
  const { duplicates, maxBodyBytes, malformed, unauthorized, id, name, tag } = others;
  const isRejected = duplicates.different !== "created";
  const nameRange = name.maxLength !== null || name.minLength === 1 ? name.range : undefined;
  // A character besides those that a service could change.
  const oddLength = lengths === "bytes" ? 10 : 7;
  return {
    ...others,
    ...((name.maxLength ?? oddLength) >= oddLength && { namesMayChange: false }),
    ...(isRejected && { atomicIds }),
    // Two ids that doubles confuse are above 2^53.
    ...(isRejected && id.max === undefined && { exactIds }),
    ...(duplicates.equal !== "created" && { idempotencyKey }),
    ...(maxBodyBytes !== undefined && { tooLarge }),
    ...(!isDeepStrictEqual(unauthorized.missing, malformed) && { bodyBeforeToken }),
    // A text of one character shows only that code points are counted.
    ...((name.maxLength ?? tag.maxLength ?? 0) > (lengths === "code-points" ? 0 : 1) && { lengths }),
    // A plant without an id could replace the one with the id 0.
    id: isRejected ? id : { ...id, missing: undefined },
    name: { ...name, range: nameRange },
    tag: { ...tag, range: tag.maxLength === null ? undefined : tag.range },
  };
}

property(
  "checkPlantStore finds out the rules of a mock, without a wrong violation, and sends at most 100 bodies",
  rules.filter((given) => !isHidden(given)),
  async (given) => {
    jumpFromTimerToTimer({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const isContradiction = given.duplicates.equal === "created" && given.duplicates.different === "created";
    const rules = { ...given, ...(isContradiction && { atomicIds: false }) };
    const store = new MockStore({ auth: (token) => token === TOKEN, rules });
    const report = await checkPlantStore({
      baseUrl: "http://localhost", // Not another machine, to which requests would be slow.
      token: TOKEN,
      fetch: store.fetch,
      createOn: "localhost",
      rules: isContradiction ? undefined : given,
    });
    const wrong = report.checks.filter(({ result }) => ["violation", "inconclusive"].includes(result));
    const expected = expectedRules(given);
    expect(wrong.map(({ name, detail }) => [name, detail])).toEqual(
      expected.exactIds === false ? [["id-exact", expect.any(String)]] : [],
    );
    const { version, checked, ...found } = report.rules;
    expect(found).toEqual(expected);
    expect(report.differences ?? []).toEqual([]);
    expect(store.requests.filter(({ body }) => body.startsWith("{")).length).toBeLessThanOrEqual(100);
  },
  1 / 50,
);
