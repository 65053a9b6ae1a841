/** The OpenAPI document, and validation by its schemas with Ajv. */
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import document from "../../docs/openapi.json" with { type: "json" };
import document30 from "../../docs/openapi-3.0.json" with { type: "json" };

export { document, document30 };

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
export function documentAccepts(
  name: keyof typeof document.components.schemas,
  version: keyof typeof validators = "3.1",
): (text: string) => boolean {
  const { ajv, document } = validators[version];
  const { schemas } = document.components;
  const validate = ajv.compile({ $ref: `#/components/schemas/${name}`, components: { schemas } });
  return (text) => validate(JSON.parse(text)) as boolean;
}
