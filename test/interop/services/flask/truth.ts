/** Python's own habits: `True` is an integer, `None` is like a missing field, and `[]` has no `get`. */
import { accepts, acceptsAs, each, type InteropService } from "../service.ts";

export const FLASK: InteropService = {
  // Not a newer one in PATH: Debian's packages are for this one.
  command: (folder) => ["/usr/bin/python3", `${folder}/flask/app.py`],
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 401"],
    ...each(["no-token", "wrong-token"], "fact", "401 with error 1"),
    ["auth-required", "fact", "without a token 401 with error 1; with a wrong one 401 with error 1"],
    ...each(["malformed-json", "json-end", "empty-body"], "pass", "400 with error 400"),
    ...each(["missing-name", "name-number"], "pass", "400 with error 4"),
    accepts("tag-null", "a plant whose tag is null"),
    ...each(["tag-number", "tag-object"], "pass", "400 with error 6"),
    ...each(["missing-id", "id-string", "id-null", "id-fraction", "id-overflow"], "pass", "400 with error 3"),
    acceptsAs(1, "id-true", "a plant whose id is true"),
    ["content-type", "fact", "text/plain: 400 with error 400"],
    ["name-length", "fact", "1 to 100 characters; longer: 400 with error 5"],
    ["tag-length", "fact", "0 to 40 characters; longer: 400 with error 7"],
    ["length-unit", "fact", "code-points"],
    ...each(["duplicate-equal", "duplicate-different"], "fact", "rejected: 400 with error 8"),
    // This version of Flask limits only forms.
    ["body-size", "fact", "no limit up to 1048576 bytes: 400 with error 400"],
    ["body-array", "violation", /^expected a rejection of an empty array, not a 5xx; received 500 /],
    ["body-null", "violation", /^expected a rejection of null, not a 5xx; received 500 \{"error":500/],
  ],
  rules: {
    lengths: "code-points",
    bodyBeforeToken: false,
    id: { type: { status: 400, error: 3 } },
    name: { missing: { status: 400, error: 4 }, range: { status: 400, error: 5 } },
    tag: { type: { status: 400, error: 6 }, range: { status: 400, error: 7 } },
  },
  differing: [],
  tooLong: 400,
  rounded: 200,
  secondImport: "exists",
};
