/** A tag that is missing is null in the response, lengths are UTF-16 units, and what is not an object ends the connection. */
import { accepts, each, type InteropService } from "../service.ts";

const NO_NULL = "200 with the plant that was sent: `tag` must be absent, not null, if there is none";
const CLOSED = (what: string) => new RegExp(`^expected a rejection of ${what}; received no response: `);

export const JAVA: InteropService = {
  command: (folder) => ["java", `${folder}/java/PlantStore.java`],
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 405"],
    ...each(["no-token", "wrong-token"], "fact", "401 with error 401"),
    [
      "create-without-tag",
      "violation",
      `expected ${NO_NULL}; received 200 {"name":"plant-store-sdk check #","tag":null}`,
    ],
    ["auth-required", "fact", "without a token 401 with error 401; with a wrong one 401 with error 401"],
    ...each(["malformed-json", "json-end", "empty-body"], "pass", "400 with error 31"),
    ...each(["missing-name", "name-number", "tag-number", "tag-object"], "pass", "400 with error 32"),
    ...each(["missing-id", "id-string", "id-null", "id-true"], "pass", "400 with error 32"),
    ...each(["id-fraction", "id-overflow"], "pass", "400 with error 32"),
    accepts("tag-null", "a plant whose tag is null", '{"name":"plant-store-sdk check #","tag":null}'),
    ["content-type", "fact", "text/plain: 415 with error 415"],
    ["unknown-field", "fact", "rejected: 400 with error 34"],
    ["name-length", "fact", "2 to 50 characters; longer: 400 with error 33"],
    ["tag-length", "fact", "0 or more characters; no limit up to 300"],
    ["length-unit", "fact", "utf-16"],
    ...each(["duplicate-equal", "duplicate-different"], "fact", "rejected: 409 with error 36"),
    ...each(
      ["json-spaces", "json-order", "json-escapes", "id-max"],
      "fact",
      `the violation above, again: expected ${NO_NULL}`,
    ),
    [
      "idempotency-key",
      "fact",
      "honoured: a repeated plant gets the first response; another plant received 422 with error 35",
    ],
    ["body-size", "fact", "at most 100000 bytes; longer: 400 with error 30"],
    ["body-array", "violation", CLOSED("an empty array")],
    ["body-null", "violation", CLOSED("null")],
  ],
  rules: {
    lengths: "utf-16",
    maxBodyBytes: 100_000,
    tooLarge: { status: 400, error: 30 },
    idempotencyKey: { different: { status: 422, error: 35 } },
    name: { minLength: 2, maxLength: 50, range: { status: 400, error: 33 } },
  },
  differing: [],
  tooLong: 400,
  rounded: 200,
  // The import uses the key of each row, so the service repeats its first responses.
  secondImport: "created",
};
