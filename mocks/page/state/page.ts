/** The store that the page shows, and the page's state. All parts of the page read it, and `change` draws them again. */
import { connectMockStore } from "plant-store-sdk/mocks/remote";
import { splitBaseUrl } from "../../parts/session-name.ts";
import { type Change, INITIAL_STATE, reduce } from "./page-state.ts";

/** The page's URL is `{base}/__admin/`. */
const { server, session: encoded } = splitBaseUrl(new URL("..", location.href).href.slice(0, -1));

/** The session that this page shows; undefined for the default store. */
export const session = encoded && decodeURIComponent(encoded);
export const store = connectMockStore(server, { session });

/** URL of the page of a session, or of the default store. */
export const pageUrl = (name: string | undefined) =>
  `${connectMockStore(server, { session: name }).baseUrl}/__admin/`;

export let state = INITIAL_STATE;
let draw: (() => void) | undefined;
let isDrawing = false;

/** @param drawPage is called in the next frame after changes: a busy store makes thousands a second */
export function drawWith(drawPage: () => void): void {
  draw = drawPage;
  draw();
}

export function change(next: Change): void {
  state = reduce(state, next);
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    draw?.();
  });
}

/** Shows why an action of the user fails, until the next one. Never rejects. */
export async function attempt(action: Promise<unknown>): Promise<void> {
  change({ message: "" });
  await action.catch((error) => change({ message: error instanceof Error ? error.message : String(error) }));
}
