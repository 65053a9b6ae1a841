/** The service on the wire: what it reads from a request, and what it writes in an answer. */
import { fromAnyNotation, parseJson } from "../src/json.ts";
import { listIssues, type NewPlant, newPlantSchema } from "../src/schemas.ts";

/** Larger bodies are refused, bytes. The specification shows no limit; a service without one can be filled up. */
const MAX_BODY_BYTES = 1_048_576;

/** What the service says no to. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** RFC 6750 section 2.1; the scheme's name is case-insensitive (RFC 9110 section 11.1). */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

export function checkMediaType(headers: Headers): void {
  const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() === "application/json") return;
  throw new Refusal(400, "the header content-type must be application/json");
}

export function readPlant(bytes: ArrayBuffer): NewPlant {
  if (bytes.byteLength > MAX_BODY_BYTES)
    throw new Refusal(400, `the body must be at most ${MAX_BODY_BYTES} bytes long`);
  const { data, error } = newPlantSchema.safeParse(parseBody(bytes));
  if (error) throw new Refusal(400, listIssues(error.issues, "the body"));
  return plainPlant(data);
}

function parseBody(bytes: ArrayBuffer): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), fromAnyNotation);
  } catch {
    throw new Refusal(400, "the body must be JSON in UTF-8");
  }
}

/** What the specification names of a plant, its id in the one form in which ids compare: no bigint where a number is exact, no `-0`. */
export function plainPlant({ id, name, tag }: NewPlant): NewPlant {
  const number = Number(id);
  const plant = { id: Number.isSafeInteger(number) ? number + 0 : id, name };
  return tag === undefined ? plant : { ...plant, tag };
}

/** The store is open to every page: what it protects is made up. */
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

export function answer(status: number, body: object): Response {
  const headers: Record<string, string> = { "content-type": "application/json", ...CORS };
  if (status === 401) headers["www-authenticate"] = "Bearer"; // RFC 9110 section 11.6.1
  if (status === 405) headers.allow = "POST, OPTIONS"; // RFC 9110 section 15.5.6
  return new Response(JSON.stringify(body), { status, headers });
}

/** Allows what is asked for by name: `*` would leave `authorization` out (Fetch Standard, "CORS-preflight fetch"). */
export function answerPreflight(headers: Headers): Response {
  const allowed = headers.get("access-control-request-headers") ?? "authorization, content-type";
  return new Response(null, {
    status: 204,
    headers: { ...CORS, "access-control-allow-methods": "POST", "access-control-allow-headers": allowed },
  });
}
