/** The names of sessions, and how a URL contains them. */

const MAX_LENGTH = 200;

/** What a name must be, for messages. */
export const SESSION_NAME = `a name of 1 to ${MAX_LENGTH} characters, except for . and ..`;

/** URLs cannot contain the names `.` and `..`, because they mean folders. */
export function isSessionName(name: unknown): name is string {
  if (typeof name !== "string" || /^\.{0,2}$/.test(name)) return false;
  // `encodeURIComponent` throws for a lone surrogate.
  return [...name].length <= MAX_LENGTH && !/\p{Surrogate}/u.test(name);
}

export function sessionPath(name: string): string {
  return `/sessions/${encodeURIComponent(name)}`;
}

/** Splits a base URL, or its path, into that of the server and the name of the session, percent-encoded, if it is one's. */
export function splitBaseUrl(baseUrl: string): { server: string; session: string | undefined } {
  const [, server = baseUrl, session] = /^(.*?)(?:\/sessions\/([^/]+))?$/.exec(baseUrl) ?? [];
  return { server, session };
}
