import { inspect } from "node:util";
import { type PlantStoreHeaders, VERSION } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import {
  configurationErrorOf,
  failureOf,
  plant,
  recordingFetch,
  TOKEN,
  testClient,
} from "../support/client.ts";

test("a request has exactly the SDK's default headers", async () => {
  const { fetch, sent } = recordingFetch();
  await testClient({ fetch }).createPlant(plant);
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
    accept: "application/json",
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
    "user-agent": `plant-store-sdk/${VERSION}`,
  });
});

test("a browser request has no user-agent, which CORS would have to allow", async () => {
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
  const { fetch, sent } = recordingFetch();
  await testClient({ fetch }).createPlant(plant);
  expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(["accept", "authorization", "content-type"]);
});

test.each([undefined, {}])("a runtime with the navigator %o counts as a server", async (navigator) => {
  vi.stubGlobal("navigator", navigator);
  const { fetch, sent } = recordingFetch();
  await testClient({ fetch }).createPlant(plant);
  expect(sent[0]?.headers.get("user-agent")).toBe(`plant-store-sdk/${VERSION}`);
});

test.each([
  ["a record", { "X-Shelf": "3", "x-empty": "" }],
  ["a Headers", new Headers({ "X-Shelf": "3", "x-empty": "" })],
  [
    "pairs",
    [
      ["X-Shelf", "3"],
      ["x-empty", ""],
    ],
  ],
] satisfies [string, PlantStoreHeaders][])("headers may be %s", async (_, headers) => {
  const { fetch, sent } = recordingFetch();
  const client = testClient({ fetch, headers });
  await client.createPlant(plant);
  await testClient({ fetch }).createPlant(plant, { headers });
  for (const request of sent) {
    expect(request.headers.get("x-shelf")).toBe("3");
    expect(request.headers.get("x-empty")).toBe("");
  }
  expect(sent).toHaveLength(2);
});

test("a call's headers override the client's, regardless of case", async () => {
  const { fetch, sent } = recordingFetch();
  const client = testClient({
    fetch,
    headers: { "X-Shelf": "client", "X-Row": "client", ACCEPT: "text/plain" },
  });
  await client.createPlant(plant, {
    headers: new Headers({ "x-sHELF": "call", "User-Agent": "greenhouse" }),
  });
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
    "x-shelf": "call",
    "x-row": "client",
    accept: "text/plain",
    "user-agent": "greenhouse",
  });
});

test("null removes a client's header and the SDK's own", async () => {
  const { fetch, sent } = recordingFetch();
  const client = testClient({ fetch, headers: { "x-shelf": "3", "x-row": "4", accept: null } });
  await client.createPlant(plant, {
    headers: [
      ["X-SHELF", null],
      ["user-agent", null],
    ],
  });
  expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(["authorization", "content-type", "x-row"]);
  await client.createPlant(plant, { headers: { accept: "text/plain" } });
  expect(sent[1]?.headers.get("accept")).toBe("text/plain");
  expect(sent[1]?.headers.get("user-agent")).toBe(`plant-store-sdk/${VERSION}`);
});

test.each([5, true, 5n, ["3"], {}, new Date(0)])("a header whose value is %o is rejected", (value) => {
  const error = configurationErrorOf(() => testClient({ headers: { "x-shelf": value as never } }));
  expect(error.message).toBe("`headers` has an invalid value of `x-shelf`.");
});

test.each([[["x-shelf", "3"]], [["ab"]], [[["x-shelf"]]], [[["x-shelf", "3", "4"]]], [[null]]])(
  "headers that are neither an object nor pairs are rejected: %j",
  (headers) => {
    const error = configurationErrorOf(() => testClient({ headers: headers as never }));
    expect(error).toMatchObject({ option: "headers" });
    expect(error.message).toBe("`headers` must be an object or pairs.");
  },
);

test("null does not remove a reserved header", () => {
  expect(configurationErrorOf(() => testClient({ headers: { authorization: null } })).option).toBe("headers");
});

test("the values of a header that is repeated in pairs are sent together", async () => {
  const { fetch, sent } = recordingFetch();
  const headers: PlantStoreHeaders = [
    ["x-shelf", "3"],
    ["X-Shelf", "4"],
  ];
  await testClient({ fetch, headers }).createPlant(plant);
  expect(sent[0]?.headers.get("x-shelf")).toBe("3, 4");
});

test("an undefined header is not sent and does not override the client's", async () => {
  const { fetch, sent } = recordingFetch();
  const client = testClient({ fetch, headers: { "x-shelf": "3", "x-row": undefined } });
  await client.createPlant(plant, { headers: { "x-shelf": undefined } });
  expect(sent[0]?.headers.get("x-shelf")).toBe("3");
  expect(sent[0]?.headers.has("x-row")).toBe(false);
});

const FORBIDDEN = `
  authorization content-type accept-charset accept-encoding access-control-request-headers cookie cookie2 date dnt
  access-control-request-method connection content-length expect host keep-alive origin referer set-cookie te trailer
  transfer-encoding upgrade via proxy-authorization sec-fetch-mode
`;

test.each(FORBIDDEN.trim().split(/\s+/))(
  "the header %s is rejected in upper and lower case without showing its value",
  async (name) => {
    const { fetch, sent } = recordingFetch();
    const spellings = [name, name.toUpperCase()];
    for (const spelling of spellings) {
      const error = configurationErrorOf(() => testClient({ headers: { [spelling]: "canary" } }));
      expect(error.option).toBe("headers");
      expect(error.message).toContain(`\`${spelling}\``);
      expect(inspect(error)).not.toContain("canary");
    }
    const headers = new Headers([[name, "canary"]]);
    expect(await failureOf(testClient({ fetch }).safeCreatePlant(plant, { headers }))).toMatchObject({
      kind: "configuration",
      option: "headers",
    });
    expect(sent).toEqual([]);
  },
);

test.each(["x-authorization", "accept-language", "x-host", "idempotency-key", "traceparent", "security"])(
  "the header %s, similar to a forbidden one, is sent",
  async (name) => {
    const { fetch, sent } = recordingFetch();
    await testClient({ fetch, headers: { [name]: "value" } }).createPlant(plant);
    expect(sent[0]?.headers.get(name)).toBe("value");
  },
);

test.each(["canary\nx-other: 1", "canary\r\n\r\nx", "canary \u{1f33f}", "canary\0"])(
  "an invalid header value is rejected without being shown: %j",
  (value) => {
    const error = configurationErrorOf(() => testClient({ headers: { "x-shelf": value } }));
    expect(error.option).toBe("headers");
    expect(error.message).toContain("x-shelf");
    expect(inspect(error, { showHidden: true })).not.toContain("canary");
  },
);

test.each(["", "x shelf", "x-shelf:", "x-shëlf", "x-shelf\n"])("the header name %j is rejected", (name) => {
  expect(configurationErrorOf(() => testClient({ headers: { [name]: "3" } })).option).toBe("headers");
});

test("a header line as a name is rejected without being shown, because it may contain the token", () => {
  const error = configurationErrorOf(() => testClient({ headers: { "authorization: Bearer canary": "" } }));
  expect(error.option).toBe("headers");
  expect(inspect(error, { showHidden: true })).not.toContain("canary");
});
