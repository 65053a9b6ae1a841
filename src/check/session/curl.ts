/** A shell command that shows a violation again. */
import { quoteForShell } from "../quote-for-shell.ts";
import type { Ids } from "./ids.ts";
import type { Service, ServiceRequest } from "./service.ts";

/** A request, and the id in its body. */
export interface Step {
  request: ServiceRequest & { body: string };
  id?: bigint | undefined;
}

/** The steps with fresh ids: the old ones exist. Steps with the same id keep having the same. */
export function curlOf(service: Service, steps: Step[], ids: Ids): string {
  const fresh = new Map<bigint, bigint>();
  const freshId = (id: bigint) => {
    // Two ids of one violation that differ by one must still do so.
    const before = fresh.get(id) ?? (fresh.has(id - 1n) ? (fresh.get(id - 1n) as bigint) + 1n : undefined);
    const chosen = before ?? (id >= 2n ** 63n ? ids.nextBeyondInt64() : ids.next());
    fresh.set(id, chosen);
    return chosen;
  };
  const lines = steps.map(({ request, id }) => {
    const { body } = request;
    return line(service, request, id === undefined ? body : body.replaceAll(String(id), String(freshId(id))));
  });
  return lines.join(" && \\\n");
}

function line(service: Service, request: ServiceRequest, body: string): string {
  const headers = Object.entries(service.headersOf(request)).map(
    ([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`,
  );
  const token = request.token === undefined ? ['-H "authorization: Bearer $PLANT_STORE_TOKEN"'] : [];
  return [
    "curl -i -X POST",
    quoteForShell(service.url),
    ...token,
    ...headers,
    "--data-raw",
    quoteForShell(body),
  ].join(" ");
}
