/** A `fetch` that tells what goes over the wire, without the token. */
import type { PlantStoreFetch, PlantStoreRequestInit } from "plant-store-sdk";

/** Is shown a request, and gives the function that is shown its answer, again when more of it has come. */
export type ShowRequest = (request: string) => (answer: string) => void;

/** Enough to see; a store may send more. */
const MAX_SHOWN_CHARACTERS = 10_000;

/** For a client's option `fetch`. */
export function recordingFetch(showRequest: ShowRequest): PlantStoreFetch {
  return async (url, init) => {
    const mask = maskFor(init);
    const headers = { ...init.headers, authorization: "Bearer [token]" };
    const request = `${init.method} ${url}\n${write(Object.entries(headers))}\n${init.body}`;
    const showAnswer = showRequest(mask(request));
    try {
      const response = await fetch(url, init);
      const head = mask(`${statusOf(response)}\n${write(response.headers)}\n`);
      showAnswer(head);
      // A body can be read once, and that is for the client to do: this reads a copy.
      readText(response.clone(), (text) => showAnswer(head + shorten(mask(text))));
      return response;
    } catch (error) {
      showAnswer(mask(`No answer: ${error}`));
      throw error;
    }
  };
}

/** How much of a token is enough to know it by; a shorter one could be part of any word. */
const BEGINNING = 8;

/** Hides the token where a store sends it back, and as much of it as has come where the answer breaks off. */
function maskFor({ headers }: PlantStoreRequestInit): (text: string) => string {
  const token = headers.authorization?.replace("Bearer ", "") ?? "";
  if (token.length < BEGINNING) return (text) => text;
  const rest = Array.from(token.slice(BEGINNING));
  return (text) => {
    const [before, ...behind] = text.split(token.slice(0, BEGINNING));
    const others = behind.map((part) => {
      const end = rest.findIndex((sign, index) => part[index] !== sign);
      return part.slice(end === -1 ? rest.length : end);
    });
    return [before, ...others].join("[token]");
  };
}

function write(headers: Iterable<[string, string]>): string {
  return Array.from(headers, ([name, value]) => `${name}: ${value}\n`).join("");
}

function statusOf({ status, statusText, type }: Response): string {
  return type === "opaqueredirect" ? "A redirect, which the browser hides" : `${status} ${statusText}`.trim();
}

/** Shows a body as it comes in, and what ended it where it did not end by itself. */
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
    show(`${text}\n[The rest did not come: ${error}]`);
  }
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}\n[and more]` : text;
}
