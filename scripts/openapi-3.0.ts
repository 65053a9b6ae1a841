/** Writes docs/openapi-3.0.json: the OpenAPI document for tools that cannot read version 3.1. */
import { resolve } from "node:path";
import openapi from "../docs/openapi.json" with { type: "json" };
import { writeJson } from "./write-json.ts";

/** The document in OpenAPI 3.0.3. Its schemas mean the same in both versions, which a test checks. */
export function toOpenApi30({ openapi: _, info, ...rest }: typeof openapi): object {
  // Version 3.0 has no SPDX identifiers.
  const license = { name: info.license.name, url: "https://spdx.org/licenses/MIT.html" };
  return { openapi: "3.0.3", info: { ...info, license }, ...rest };
}

if (import.meta.main)
  writeJson(resolve(import.meta.dirname, "../docs/openapi-3.0.json"), toOpenApi30(openapi));
