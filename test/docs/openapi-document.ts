/** The OpenAPI document, and what its schemas accept according to Ajv. */
import { Ajv2020 } from "ajv/dist/2020.js";
import document from "../../docs/openapi.json" with { type: "json" };

export { document };

/** Strict, so that a keyword which JSON Schema 2020-12 does not know is an error. */
const ajv = new Ajv2020({ strict: true });
ajv.addVocabulary(["components"]); // So that "#/components/schemas/Plant" leads somewhere.
// JSON Schema leaves the formats of the OpenAPI registry to whoever reads the document.
ajv.addFormat("int32", { type: "number", validate: isIntegerOfBits(32) });
ajv.addFormat("int64", { type: "number", validate: isIntegerOfBits(64) });

function isIntegerOfBits(bits: number): (value: number) => boolean {
  const bound = 2 ** (bits - 1);
  return (value) => Number.isInteger(value) && value >= -bound && value < bound;
}

/** Whether the document's schema of this name accepts a JSON text. */
export function documentAccepts(name: keyof typeof document.components.schemas): (text: string) => boolean {
  const validate = ajv.compile({
    $ref: `#/components/schemas/${name}`,
    components: { schemas: document.components.schemas },
  });
  return (text) => validate(JSON.parse(text)) as boolean;
}
