/** The head of a response, as results and failures have it. @inline */
export interface ResponseHead {
  status: number;
  headers: Headers;
  /** An excerpt, in failures. */
  body?: string | undefined;
}

/**
 * Copies these fields only. `headers` is not enumerable: no log shows cookies, and a result can be posted to another thread,
 * although Headers cannot.
 */
export function responseHead({ status, headers, body }: ResponseHead): ResponseHead {
  const head = body === undefined ? { status } : { status, body };
  return Object.defineProperty(head as ResponseHead, "headers", { value: headers });
}
