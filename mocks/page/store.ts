/** The store that this page shows. The page's URL is `{base}/__admin/`. */
import { connectPlantStore } from "plant-store-sdk/mocks/remote";

const base = new URL("..", location.href).href.slice(0, -1);

/** The session that this page shows; undefined for the default store. */
export const session = ((name) => name && decodeURIComponent(name))(/\/sessions\/([^/]+)$/.exec(base)?.[1]);

/** Base URL of the default store. */
const serverUrl = base.replace(/\/sessions\/[^/]+$/, "");

export const store = connectPlantStore(serverUrl, session === undefined ? {} : { session });

/** URL of the page of a session, or of the default store. */
export function pageUrl(name: string | undefined): string {
  return `${connectPlantStore(serverUrl, { session: name }).baseUrl}/__admin/`;
}

/** Removes all queued faults. */
export async function clearFaults(): Promise<void> {
  const { ok, status } = await fetch("faults", { method: "DELETE" });
  if (!ok) throw new Error(`DELETE faults failed with status ${status}`);
}

/** The names of all sessions; undefined if this server has none. */
export async function listSessions(): Promise<string[] | undefined> {
  const response = await fetch(`${serverUrl}/sessions`);
  if (!response.ok) return undefined;
  const { sessions } = (await response.json()) as { sessions: string[] };
  return sessions;
}
