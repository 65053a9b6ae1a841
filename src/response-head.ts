/** The head of a response, as results and failures have it. */
export interface PlantStoreResponseHead {
  /** 0 for a redirect in a browser, which hides the status. */
  status: number;
  /** Not enumerable, because they can contain cookies: a spread, a clone and JSON leave them out. */
  headers: Headers;
}

/** Copies these fields only. */
export function responseHead({
  status,
  headers,
  body,
}: PlantStoreResponseHead & { body?: string }): PlantStoreResponseHead {
  const head = body === undefined ? { status } : { status, body };
  // Writable, because Vue's `reactive` may replace what it reads.
  return Object.defineProperty(head as PlantStoreResponseHead, "headers", { value: headers, writable: true });
}
