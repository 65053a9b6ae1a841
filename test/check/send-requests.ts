/** Sends requests to a service, and to a mock that has its rules. */
import { TOKEN } from "./real-services.ts";

/** The headers are those that differ from a plant with the right token; `null` removes one. */
export type DescribedRequest = [what: string, body: string, headers?: Record<string, string | null>];

/** Sends the requests, one after the other. */
export async function sendEach(
  requests: DescribedRequest[],
  url: string,
  fetch: (request: Request) => Promise<Response>,
): Promise<[what: string, response: Response][]> {
  const responses: [what: string, response: Response][] = [];
  for (const [what, body, changed = {}] of requests) {
    const headers = new Headers({ authorization: `Bearer ${TOKEN}`, "content-type": "application/json" });
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    responses.push([what, await fetch(new Request(`${url}/plants`, { method: "POST", headers, body }))]);
  }
  return responses;
}
