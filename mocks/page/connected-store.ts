/** The store that this page shows. The page's URL is `{base}/__admin/`. */
import { connectMockStore } from "plant-store-sdk/mocks/remote";

const base = new URL("..", location.href).href.slice(0, -1);

/** The base URL of the default store, and the name of the session, if it is one. */
const [, serverUrl = base, encodedSession] = /^(.*?)(?:\/sessions\/([^/]+))?$/.exec(base) ?? [];

/** The session that this page shows; undefined for the default store. */
export const session = encodedSession && decodeURIComponent(encodedSession);

export const store = connectMockStore(serverUrl, { session });

/** URL of the page of a session, or of the default store. */
export function pageUrl(name: string | undefined): string {
  return `${connectMockStore(serverUrl, { session: name }).baseUrl}/__admin/`;
}
