/** The service's OpenAPI document, for clients that read it from the server. */
import openapi from "../../docs/openapi.json" with { type: "json" };
import { jsonResponse, type ServiceResponse } from "../model/protocol.ts";

/** @param baseUrl of the store, which replaces the example in the document */
export function openApiDocument(baseUrl: string): ServiceResponse {
  return jsonResponse(200, { ...openapi, servers: [{ url: baseUrl }] });
}
