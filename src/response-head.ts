/** The head of a response, as results and failures have it. */
export interface PlantStoreResponseHead {
  /** 0 for a redirect in a browser, which hides the status. */
  status: number;
  /**
   * If one contained the bearer token, `[token]` replaces it. Not enumerable: logs do not show them, because they can contain
   * cookies, and a result can be posted to another thread, which receives no headers.
   */
  headers: Headers;
}

/** @param more other fields, which are enumerable */
export function responseHead<More extends object>(
  { status, headers }: PlantStoreResponseHead,
  more?: More,
): PlantStoreResponseHead & More {
  return Object.defineProperty({ status, ...more } as PlantStoreResponseHead & More, "headers", {
    value: headers,
  });
}
