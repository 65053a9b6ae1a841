/** Go's own habits: what is missing or null is a zero value, lengths are bytes, and the media type is not looked at. */
import { accepts, acceptsAs, each, type InteropService } from "../service.ts";

export const GO: InteropService = {
  command: (folder) => [`${folder}/go/plants`],
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 405, Allow: POST"],
    ...each(["no-token", "wrong-token"], "fact", "401 with error 100"),
    ["auth-required", "fact", "without a token 401 with error 100; with a wrong one 401 with error 100"],
    ...each(["malformed-json", "empty-body"], "pass", "400 with error 101"),
    ...each(["missing-name", "body-null"], "pass", "400 with error 102"),
    ...each(["name-number", "tag-number", "tag-object", "body-array"], "pass", "400 with error 101"),
    ...each(["id-string", "id-true", "id-fraction", "id-overflow"], "pass", "400 with error 101"),
    accepts("tag-null", "a plant whose tag is null"),
    // `Decode` reads one value, and leaves the rest.
    accepts("json-end", "a plant with ] after it"),
    acceptsAs(0, "missing-id", "a plant without an id"),
    // It is 0, like the missing id.
    [
      "id-null",
      "inconclusive",
      /^409 with error 104, as for an id that exists: .* created the plant 0, delete it$/,
    ],
    ["content-type", "fact", "also accepts text/plain"],
    ["name-length", "fact", "1 to 64 characters; longer: 400 with error 102"],
    ["tag-length", "fact", "0 to 32 characters; longer: 400 with error 103"],
    ["length-unit", "fact", "bytes"],
    ...each(["duplicate-equal", "duplicate-different"], "fact", "rejected: 409 with error 104"),
    ["body-size", "fact", "no limit up to 1048576 bytes: 400 with error 101"],
  ],
  rules: {
    lengths: "bytes",
    mediaType: "ignored",
    name: { type: { status: 400, error: 101 }, range: { status: 400, error: 102 } },
    tag: { range: { status: 400, error: 103 } },
  },
  differing: [],
  tooLong: 400,
  rounded: 200,
  secondImport: "exists",
};
