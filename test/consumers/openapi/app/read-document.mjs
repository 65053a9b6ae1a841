/**
 * Reads an OpenAPI document with four libraries, two of which compare the mock's responses with it.
 *
 * Usage: `node read-document.mjs DOCUMENT MOCK_URL`
 */
import assert from "node:assert/strict";
import { resolve } from "node:path";
import SwaggerParser from "@apidevtools/swagger-parser";
import chai from "chai";
import responseValidator from "chai-openapi-response-validator";
import { OpenAPIBackend } from "openapi-backend";
import Enforcer from "openapi-enforcer";

const file = resolve(process.argv[2]);
const mock = process.argv[3];
const PLANT = { id: 42, name: "Fern", tag: "indoor" };
const headers = { authorization: "Bearer any", "content-type": "application/json" };

const responses = [];
for (const plant of [PLANT, { id: 43 }]) {
  const response = await fetch(`${mock}/plants`, { method: "POST", headers, body: JSON.stringify(plant) });
  responses.push({ status: response.status, body: await response.json() });
}
assert.deepEqual(
  responses.map(({ status }) => status),
  [200, 400],
);

const { servers } = await SwaggerParser.validate(file);
console.log(`swagger-parser: ${servers[0].url}`);

const backend = new OpenAPIBackend({ definition: file, strict: true });
backend.register({
  createPlant: () => "valid",
  validationFail: ({ validation }) => validation.errors[0].message,
  notFound: () => "not found",
});
backend.registerSecurityHandler("bearerAuth", () => true);
await backend.init();
for (const body of [PLANT, { id: 43 }])
  console.log(
    `openapi-backend: ${await backend.handleRequest({ method: "POST", path: "/plants", headers, body })}`,
  );

chai.use(responseValidator.default(file));
const judge = (response) =>
  chai.expect({ ...response, req: { method: "POST", path: "/plants" } }).to.satisfyApiSpec;
for (const response of responses) judge(response);
assert.throws(() => judge({ status: 200, body: { name: 7 } }), /did not satisfy/);
console.log("chai-openapi-response-validator: the responses are as described");

const [document, error, warning] = await Enforcer(file, { fullResult: true });
assert.equal(error ?? warning, undefined);
const [request] = document.request({ method: "POST", path: "/plants", headers, body: PLANT });
const errorOf = ({ status, body }) => {
  const [, error] = request.response(status, body, { "content-type": "application/json" });
  return error;
};
assert.deepEqual(responses.map(errorOf), [undefined, undefined]);
assert.match(`${errorOf({ status: 200, body: {} })}`, /required properties missing: name/);
console.log("openapi-enforcer: the responses are as described");
