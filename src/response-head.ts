/** The head of a response, as results and failures have it. */
export interface PlantStoreResponseHead {
  /** 0 for a redirect in a browser, which hides the status. */
  status: number;
  headers: Headers;
  /** An excerpt, in failures. */
  body?: string | undefined;
}

/** Copies these fields only. */
export function responseHead({ status, headers, body }: PlantStoreResponseHead): PlantStoreResponseHead {
  const head = body === undefined ? { status } : { status, body };
  return Object.defineProperty(head as PlantStoreResponseHead, "headers", { value: headers });
}
