/** One number for everything, lengths in bytes, and null is like a missing field. */
import { accepts, each, type InteropService } from "../service.ts";

export const PHP: InteropService = {
  command: (folder, port) => ["php", "-S", `127.0.0.1:${port}`, `${folder}/php/index.php`],
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 400"],
    ...each(["no-token", "wrong-token"], "fact", "400 with error 400, as with the right token"),
    ["auth-required", "fact", "without a token 400 with error 400; with a wrong one 400 with error 400"],
    ["bearer-case", "fact", "also accepts bearer"],
    ...each(["malformed-json", "json-end", "missing-name", "name-number"], "pass", "400 with error 400"),
    ...each(["tag-number", "tag-object", "id-string", "id-fraction"], "pass", "400 with error 400"),
    accepts("tag-null", "a plant whose tag is null"),
    ...each(
      ["missing-id", "id-null", "id-true", "id-overflow", "empty-body", "body-array", "body-null"],
      "fact",
      "400 with error 400, as for an id that exists: an earlier plant may have it",
    ),
    ["content-type", "fact", "also accepts text/plain"],
    ["name-length", "fact", "1 to 80 characters; longer: 400"],
    ["tag-length", "fact", "0 to 40 characters; longer: 400"],
    ["length-unit", "fact", "bytes"],
    ...each(["duplicate-equal", "duplicate-different"], "fact", "rejected: 400 with error 400"),
    ["body-size", "fact", "no limit up to 1048576 bytes: 400 with error 400"],
    ["lone-surrogate", "fact", "rejected: 400 with error 400"],
  ],
  rules: {
    lengths: "bytes",
    atomicIds: true,
    exactIds: true,
    idempotencyKey: false,
    invalid: { status: 400 },
  },
  differing: [],
  tooLong: 400,
  rounded: 200,
  secondImport: "notCreated",
};
