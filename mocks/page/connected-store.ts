/** The store that this page shows. The page's URL is `{base}/__admin/`. */
import { connectMockStore } from "plant-store-sdk/mocks/remote";
import { splitBaseUrl } from "../parts/session-name.ts";

const { server, session: encoded } = splitBaseUrl(new URL("..", location.href).href.slice(0, -1));

/** The session that this page shows; undefined for the default store. */
export const session = encoded && decodeURIComponent(encoded);

export const store = connectMockStore(server, { session });

/** URL of the page of a session, or of the default store. */
export function pageUrl(name: string | undefined): string {
  return `${connectMockStore(server, { session: name }).baseUrl}/__admin/`;
}
