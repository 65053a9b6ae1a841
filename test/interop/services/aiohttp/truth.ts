/** Everything is sent as text/plain, because `web.Response(text=…)` is. What is in it keeps the specification. */
import { each, type InteropService } from "../service.ts";

const PLAIN = "400 with error 42, as text/plain";
const UNAUTHORIZED = "401 with error 40, as text/plain";

export const AIOHTTP: InteropService = {
  command: (folder) => ["/usr/bin/python3", `${folder}/aiohttp/app.py`],
  truth: [
    ["reachable", "pass", "responds to OPTIONS with 401"],
    ...each(["no-token", "wrong-token"], "fact", UNAUTHORIZED),
    ["auth-required", "fact", `without a token ${UNAUTHORIZED}; with a wrong one ${UNAUTHORIZED}`],
    ["malformed-json", "fact", "400 with error 41, as text/plain"],
    ...each(["missing-name", "name-number", "tag-null", "tag-number", "tag-object"], "fact", PLAIN),
    ...each(["missing-id", "id-string", "id-null", "id-true", "id-fraction", "id-overflow"], "fact", PLAIN),
    ["content-type", "fact", "also accepts text/plain"],
    ...each(["name-length", "tag-length"], "fact", "0 or more characters; no limit up to 300"),
    ["length-unit", "fact", "no length is limited"],
    ...each(["duplicate-equal", "duplicate-different"], "fact", "rejected: 409 with error 43, as text/plain"),
    ["body-size", "fact", "at most 199999 bytes; longer: 413 as text/plain, without an Error"],
    ["empty-body", "fact", "400 with error 41, as text/plain"],
    ...each(["body-array", "body-null"], "fact", PLAIN),
    [
      "media-types",
      "violation",
      "expected application/json for a 400 with an Error; received text/plain; expected application/json for a 200 with a Plant; received text/plain",
    ],
  ],
  rules: {
    duplicates: { equal: { status: 409, error: 43 }, different: { status: 409, error: 43 } },
    mediaType: "ignored",
    maxBodyBytes: 199_999,
    tooLarge: { status: 413 },
  },
  differing: [],
  tooLong: 200,
  rounded: 200,
  secondImport: "exists",
};
