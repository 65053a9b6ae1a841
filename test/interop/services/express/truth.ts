/** `JSON.parse` rounds ids, and the body is read before the token. The project's OpenAPI document validates the rest. */
import { accepts, each, type InteropService } from "../service.ts";

export const EXPRESS: InteropService = {
  command: (folder) => [process.execPath, `${folder}/express/server.mjs`],
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 405"],
    ...each(["no-token", "wrong-token"], "fact", "400 with error 400, as with the right token"),
    ["auth-required", "fact", "without a token 401 with error 401; with a wrong one 401 with error 401"],
    ...each(["malformed-json", "json-end", "missing-name", "name-number"], "pass", "400 with error 400"),
    ...each(["tag-null", "tag-number", "tag-object"], "pass", "400 with error 400"),
    ...each(["missing-id", "id-string", "id-null", "id-true", "id-fraction"], "pass", "400 with error 400"),
    ...each(["empty-body", "body-array", "body-null"], "pass", "400 with error 400"),
    accepts("id-overflow", "a plant whose id is above 2^63-1"),
    ["content-type", "fact", "text/plain: 415 with error 415"],
    ...each(["name-length", "tag-length"], "fact", "0 or more characters; no limit up to 300"),
    ["length-unit", "fact", "no length is limited"],
    ...each(["duplicate-equal", "duplicate-different"], "fact", "rejected: 409 with error 1"),
    [
      "id-exact",
      "violation",
      'expected 200 for the id #, because only # exists; received 409 {"error":1,"message":"Plant # exists."}',
    ],
    ["body-size", "fact", "at most 102400 bytes; longer: 413 with error 413"],
  ],
  rules: { bodyBeforeToken: true, exactIds: false, maxBodyBytes: 102_400, tooLarge: { status: 413 } },
  differing: [],
  tooLong: 200,
  rounded: 409,
  secondImport: "exists",
};
