/** Writes docs/openapi-3.0.json: the OpenAPI document for tools that cannot read version 3.1. */
import { resolve } from "node:path";
import openapi from "../docs/openapi.json" with { type: "json" };
import { writeJson } from "./write-json.ts";

/** The document in OpenAPI 3.0.3. Its schemas mean the same in both versions, which a test checks. */
export const toOpenApi30 = ({ openapi: _, ...rest }: typeof openapi) => ({ openapi: "3.0.3", ...rest });

if (import.meta.main)
  writeJson(resolve(import.meta.dirname, "../docs/openapi-3.0.json"), toOpenApi30(openapi));
