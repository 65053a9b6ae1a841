import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { document, documentAccepts } from "./openapi-document.ts";

const { paths, components } = document;
const operation = paths["/plants"].post;

test("the document is OpenAPI 3.1.0 and describes version 1.0.0 of the Plant Store, under the MIT license", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(document.info).toMatchObject({
    title: "Plant Store",
    version: "1.0.0",
    license: { name: "MIT", identifier: "MIT" },
  });
});

test("the document has only the required top-level fields", () => {
  expect(Object.keys(document)).toEqual(["openapi", "info", "servers", "security", "paths", "components"]);
  expect(Object.keys(components)).toEqual(["schemas", "securitySchemes"]);
});

test("the package has the version and the license of the document", () => {
  expect(packageJson.version).toBe(document.info.version);
  expect(packageJson.license).toBe(document.info.license.identifier);
});

test("the package exports the document", () => {
  expect(packageJson.exports["./openapi.json"]).toBe("./docs/openapi.json");
  expect(packageJson.files).toContain("docs/openapi.json");
});

test("creating a plant is the only operation", () => {
  expect(Object.keys(paths)).toEqual(["/plants"]);
  expect(Object.keys(paths["/plants"])).toEqual(["post"]);
  expect(operation.operationId).toBe("createPlant");
  expect(operation).not.toHaveProperty("parameters");
});

test("the path is relative to a configurable base URL", () => {
  expect(document.servers).toHaveLength(1);
  const [{ url, variables }] = document.servers as [(typeof document.servers)[0]];
  expect(url).toBe("{base_url}");
  expect(Object.keys(variables)).toEqual(["base_url"]);
  expect(new URL(`${variables.base_url.default}/plants`).pathname).toBe("/plants");
});

test("bearer authentication applies to every operation", () => {
  expect(document.security).toEqual([{ bearerAuth: [] }]);
  expect(components.securitySchemes).toEqual({ bearerAuth: { type: "http", scheme: "bearer" } });
  expect(operation).not.toHaveProperty("security");
});

test("the request requires a NewPlant as JSON", () => {
  expect(operation.requestBody.required).toBe(true);
  expect(operation.requestBody.content).toEqual({
    "application/json": { schema: { $ref: "#/components/schemas/NewPlant" } },
  });
});

test("the only responses are 200 with a Plant and 400 with an Error", () => {
  const json = (schema: string) => ({
    "application/json": { schema: { $ref: `#/components/schemas/${schema}` } },
  });
  expect(operation.responses).toEqual({
    200: { description: "Plant response", content: json("Plant") },
    400: { description: "Unexpected error", content: json("Error") },
  });
});

test("every reference is valid, and every schema is used", () => {
  const references = new Set(JSON.stringify(document).match(/#\/[^"]+/g));
  const schemas = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
  expect([...references].sort()).toEqual(schemas.sort());
});

test("the schemas have the fields, types, formats and descriptions of the specification", () => {
  const { Plant, NewPlant, Error: ErrorBody } = components.schemas;
  expect(Plant).toEqual({
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", description: "The name of the plant" },
      tag: { type: "string", description: "Tag that specifies the type of the plant" },
    },
  });
  expect(NewPlant).toEqual({
    allOf: [
      { $ref: "#/components/schemas/Plant" },
      {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "integer", format: "int64", description: "Identification number of the plant" },
        },
      },
    ],
  });
  expect(ErrorBody).toEqual({
    type: "object",
    required: ["error", "message"],
    properties: {
      error: { type: "integer", format: "int32", description: "Numeric error value" },
      message: { type: "string", description: "Error message text" },
    },
  });
});

test.each([
  ["Plant", '{"name":"Fern","tag":"indoor"}', '{"tag":"indoor"}'],
  ["NewPlant", '{"id":42,"name":"Fern"}', '{"name":"Fern"}'],
  ["Error", '{"error":400,"message":"no"}', '{"error":2147483648,"message":"no"}'],
] as const)("the schema %s accepts a valid value and rejects an invalid one", (name, valid, invalid) => {
  const accepts = documentAccepts(name);
  expect(accepts(valid)).toBe(true);
  expect(accepts(invalid)).toBe(false);
});
