/** Defaults of the client that its forms and commands show, too. */

export const DEFAULT_TIMEOUT_MS = 30_000;
export const DEFAULT_MAX_RETRIES = 2;
