/** Ajv converts types, ids end at 2^53-1, and a database has one error for equal ids and equal names. */
import { accepts, acceptsAs, each, type InteropService } from "../service.ts";

export const FASTIFY: InteropService = {
  command: (folder) => [process.execPath, `${folder}/fastify/server.mjs`],
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 401"],
    ...each(["no-token", "wrong-token"], "fact", "401 with error 10"),
    ["create", "fact", "created, but an id above 2^53-1 is rejected: 400 with error 11"],
    ["auth-required", "fact", "without a token 401 with error 10; with a wrong one 401 with error 10"],
    ["bearer-case", "fact", "also accepts bearer"],
    ...each(["malformed-json", "json-end", "missing-name", "tag-object"], "pass", "400 with error 11"),
    ...each(["missing-id", "id-fraction", "id-overflow"], "pass", "400 with error 11"),
    ...each(["empty-body", "body-array", "body-null"], "pass", "400 with error 11"),
    accepts("name-number", "a plant whose name is a number", '{"name":"#"}'),
    accepts("tag-null", "a plant whose tag is null", '{"name":"plant-store-sdk check #","tag":""}'),
    accepts("tag-number", "a plant whose tag is a number", '{"name":"plant-store-sdk check #","tag":"42"}'),
    accepts("id-string", "a plant whose id is a string"),
    acceptsAs(0, "id-null", "a plant whose id is null"),
    acceptsAs(1, "id-true", "a plant whose id is true"),
    ["content-type", "fact", "text/plain: 400 with error 11"],
    ["name-unique", "fact", "names are unique: 400 with error 12"],
    ["name-length", "fact", "1 to 120 characters; longer: 400 with error 11"],
    ["tag-length", "fact", "0 to 30 characters; longer: 400 with error 11"],
    ["length-unit", "fact", "code-points"],
    ...each(["duplicate-equal", "duplicate-different"], "fact", "rejected: 400 with error 12"),
    ["id-max", "skipped", "needs an id from # to #, which the range of ids does not have"],
    ["id-exact", "skipped", "needs two ids above 2^53, which the range of ids does not have"],
    ["body-size", "fact", "no limit up to 1048576 bytes: 400 with error 11"],
  ],
  rules: { id: { max: Number.MAX_SAFE_INTEGER }, name: { unique: { status: 400, error: 12 } } },
  // No check finds out the smallest id.
  differing: ["a negative id"],
  tooLong: 400,
  rounded: 400,
  secondImport: "notCreated",
};
