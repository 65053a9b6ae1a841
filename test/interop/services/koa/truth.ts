/** Every rejection is a problem document (RFC 9457), which is not an Error. Ids are exact. */
import { each, type InteropService } from "../service.ts";

const REJECTED = "422 without an Error";

export const KOA: InteropService = {
  command: (folder) => [process.execPath, `${folder}/koa/server.mjs`],
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 405"],
    ...each(["no-token", "wrong-token"], "fact", "401 without an Error"),
    ["auth-required", "fact", "without a token 401 without an Error; with a wrong one 401 without an Error"],
    [
      "malformed-json",
      "violation",
      /^expected an Error body in a 400: an int32 `error` and a string `message`; received 400 \{"type":"about:blank","title":"Bad Request","status":400,"detail":"The body is not JSON."\}$/,
    ],
    ...each(["missing-name", "name-number", "tag-null", "tag-number", "tag-object"], "fact", REJECTED),
    ...each(
      ["missing-id", "id-string", "id-null", "id-true", "id-fraction", "id-overflow"],
      "fact",
      REJECTED,
    ),
    ["content-type", "fact", "text/plain: 415 without an Error"],
    ["name-length", "fact", "0 to 60 characters; longer: 422"],
    ["tag-length", "fact", "0 to 30 characters; longer: 422"],
    ["length-unit", "fact", "code-points"],
    ...each(["duplicate-equal", "duplicate-different"], "fact", "rejected: 409 without an Error"),
    ["body-size", "fact", /^no limit up to 1048576 bytes: 400 without an Error$/],
    [
      "empty-body",
      "fact",
      "the violation above, again: expected an Error body in a 400: an int32 `error` and a string `message`",
    ],
    ...each(["body-array", "body-null"], "fact", REJECTED),
  ],
  rules: {
    duplicates: { equal: { status: 409 }, different: { status: 409 } },
    malformed: { status: 400 },
    invalid: { status: 422 },
    mediaType: { status: 415 },
  },
  differing: [],
  tooLong: 422,
  rounded: 200,
  secondImport: "exists",
};
