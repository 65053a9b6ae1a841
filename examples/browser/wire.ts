/** A `fetch` that records requests and responses without the token. */
import type { PlantStoreFetch, PlantStoreRequestInit } from "plant-store-sdk";

/** Shows a request. Returns a function that shows its response; it is called again when more has arrived. */
export type ShowRequest = (request: string) => (response: string) => void;

/** Longer bodies are cut off in the page. */
const MAX_SHOWN_CHARACTERS = 10_000;

/** Pass this to the client's `fetch` option. */
export function recordingFetch(showRequest: ShowRequest): PlantStoreFetch {
  return async (url, init) => {
    const redact = createRedactor(init);
    const headers = { ...init.headers, authorization: "Bearer [token]" };
    const request = `${init.method} ${url}\n${write(Object.entries(headers))}\n${init.body}`;
    const showResponse = showRequest(redact(request));
    try {
      const response = await fetch(url, init);
      const head = redact(`${statusOf(response)}\n${write(response.headers)}\n`);
      showResponse(head);
      // The client reads the body, which can be read only once. So read a copy here.
      readText(response.clone(), (text) => showResponse(head + shorten(redact(text))));
      return response;
    } catch (error) {
      showResponse(redact(`No response: ${error}`));
      throw error;
    }
  };
}

/** The length of the prefix that identifies a token. A shorter token could be part of an ordinary word. */
const PREFIX_LENGTH = 8;

/** Redacts the token if a server echoes it, also the beginning of one at the end of a truncated response. */
function createRedactor({ headers }: PlantStoreRequestInit): (text: string) => string {
  const token = headers.authorization?.replace("Bearer ", "") ?? "";
  if (token.length < PREFIX_LENGTH) return (text) => text;
  const rest = Array.from(token.slice(PREFIX_LENGTH));
  return (text) => {
    const [before, ...after] = text.split(token.slice(0, PREFIX_LENGTH));
    const rests = after.map((part) => {
      const end = rest.findIndex((character, index) => part[index] !== character);
      return part.slice(end === -1 ? rest.length : end);
    });
    return [before, ...rests].join("[token]");
  };
}

function write(headers: Iterable<[string, string]>): string {
  return Array.from(headers, ([name, value]) => `${name}: ${value}\n`).join("");
}

function statusOf({ status, statusText, type }: Response): string {
  return type === "opaqueredirect" ? "A redirect (hidden by the browser)" : `${status} ${statusText}`.trim();
}

/** Shows a body while it arrives, and the error if it is incomplete. */
async function readText({ body }: Response, show: (text: string) => void): Promise<void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (reader !== undefined && text.length <= MAX_SHOWN_CHARACTERS) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      show(text);
    }
    await reader?.cancel();
  } catch (error) {
    show(`${text}\n[The rest is missing: ${error}]`);
  }
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}\n[truncated]` : text;
}
