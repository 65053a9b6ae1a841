/** The OpenAPI document: what it says, and that the Zod schemas accept and reject the same JSON texts. */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { errorSchema, newPlantSchema, plantSchema } from "plant-store-sdk";
import { listen, MockStore } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import document from "../../docs/openapi.json" with { type: "json" };
import document30 from "../../docs/openapi-3.0.json" with { type: "json" };
import packageJson from "../../package.json" with { type: "json" };
import { toOpenApi30 } from "../../scripts/openapi-3.0.ts";
import { parseJson } from "../../src/contract/json.ts";
import { jsonTexts } from "../support/json-texts.ts";
import { RawClient, requestText } from "../support/raw-client.ts";

/** By the version of the document. Strict: an unknown keyword is an error. */
const validators = {
  "3.1": { ajv: new Ajv2020({ strict: true }), document },
  "3.0": { ajv: new Ajv({ strict: true }), document: document30 },
};
for (const { ajv } of Object.values(validators)) {
  ajv.addVocabulary(["components"]); // Makes "#/components/schemas/Plant" resolvable.
  // JSON Schema does not define the formats of the OpenAPI registry.
  ajv.addFormat("int32", { type: "number", validate: isIntegerOfBits(32) });
  ajv.addFormat("int64", { type: "number", validate: isIntegerOfBits(64) });
}

function isIntegerOfBits(bits: number): (value: number) => boolean {
  const bound = 2 ** (bits - 1);
  return (value) => Number.isInteger(value) && value >= -bound && value < bound;
}

/** Returns a function that checks whether a schema of the document accepts a JSON text. */
function documentAccepts(
  name: keyof typeof document.components.schemas,
  version: keyof typeof validators = "3.1",
): (text: string) => boolean {
  const { ajv, document } = validators[version];
  const { schemas } = document.components;
  const validate = ajv.compile({ $ref: `#/components/schemas/${name}`, components: { schemas } });
  return (text) => validate(JSON.parse(text)) as boolean;
}

const operation = document.paths["/plants"].post;

test("the document has the version and the license of the package", () => {
  const { version, license } = packageJson;
  const info = {
    title: "Plant Store",
    version,
    license: { name: license, url: "https://spdx.org/licenses/MIT.html" },
  };
  expect(document.info).toMatchObject(info);
});

test("the document has one operation, one server without variables, and a bearer token", () => {
  const { info, tags, ...others } = document;
  expect(others).toEqual({
    openapi: "3.1.0",
    servers: [{ url: "https://plants.example", description: expect.any(String) }],
    security: [{ bearerAuth: [] }],
    paths: { "/plants": { post: expect.objectContaining({ operationId: "createPlant" }) } },
    components: {
      schemas: expect.any(Object),
      securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } },
    },
  });
  for (const field of ["parameters", "security"]) expect(operation).not.toHaveProperty(field);
});

test("docs/openapi-3.0.json is the document in OpenAPI 3.0.3; after a change, run `npm run openapi`", () => {
  expect(document30).toEqual(toOpenApi30(document));
});

test("the examples are valid", () => {
  const { requestBody, responses } = operation;
  const exampleOf = ({ content }: { content: { "application/json": { example: object } } }) =>
    JSON.stringify(content["application/json"].example);
  expect(documentAccepts("NewPlant")(exampleOf(requestBody))).toBe(true);
  expect(documentAccepts("Plant")(exampleOf(responses["200"]))).toBe(true);
  expect(documentAccepts("Error")(exampleOf(responses["400"]))).toBe(true);
});

test.each([
  ["openapi.json", document],
  ["openapi-3.0.json", document30],
])(
  "the mock serves %s with a base URL relative to its own, also right behind TLS, to any page",
  async (name, content) => {
    await using server = await listen(new MockStore(), { basePath: "/api" });
    const client = await RawClient.connect(server.port);
    const origin = "https://editor.example";
    client.send(requestText(`/api/${name}`, { method: "GET", host: "plant-store:4010", body: "", origin }));
    const { headers, body } = await client.response();
    expect(headers["access-control-allow-origin"]).toBe(origin);
    expect(JSON.parse(body)).toEqual({ ...content, servers: [{ url: "." }] });
    expect((await fetch(`${server.url}/${name}`, { method: "POST" })).status).toBe(405);
  },
);

test("the request is a NewPlant as JSON, and the only responses are 200 with a Plant and 400 with an Error", () => {
  const json = (schema: string) => ({
    "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, example: expect.any(Object) },
  });
  expect(operation.requestBody).toMatchObject({ required: true, content: json("NewPlant") });
  expect(operation.responses).toEqual({
    200: { description: "Plant response", content: json("Plant") },
    400: { description: "Unexpected error", content: json("Error") },
  });
});

const TEXTS = 500;

test.each([
  ["Plant", plantSchema],
  ["NewPlant", newPlantSchema],
  ["Error", errorSchema],
] as const)("the document's %s and the Zod schema accept and reject the same JSON texts", (name, schema) => {
  const accepts = documentAccepts(name);
  const accepts30 = documentAccepts(name, "3.0");
  const counts = { accepted: 0, rejected: 0 };
  fc.assert(
    fc.property(jsonTexts[name], (text) => {
      const accepted = accepts(text);
      expect(accepts30(text)).toBe(accepted);
      counts[accepted ? "accepted" : "rejected"] += 1;
      expect(schema.safeParse(parseJson(text)).success).toBe(accepted);
    }),
    { numRuns: TEXTS },
  );
  // If nearly all texts were accepted, or rejected, the comparison would prove little.
  expect(counts.accepted).toBeGreaterThan(TEXTS / 4);
  expect(counts.rejected).toBeGreaterThan(TEXTS / 4);
});
