/** The menu of sessions. */

import { SESSION_NAME } from "../parts/session-name.ts";
import { pageUrl, session, store } from "./connected-store.ts";
import { find, make } from "./dom.ts";

const button = find("#session", HTMLButtonElement);
const list = find("#session-list", HTMLUListElement);
const form = find("#open-session", HTMLFormElement);
const field = find("#session-name", HTMLInputElement);
const issue = find("#session-issue", HTMLElement);

/** "worker-2" comes before "worker-10". */
const byNumber = new Intl.Collator("en", { numeric: true });

/** Shows the menu, if this server has sessions. */
export async function setUpSessions(): Promise<void> {
  button.textContent = session ?? "Default store";
  find("#sessions", HTMLElement).addEventListener("beforetoggle", showSessions);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      location.href = pageUrl(field.value.trim());
    } catch {
      showIssue(`Enter ${SESSION_NAME}.`);
    }
  });
  field.addEventListener("input", () => showIssue(""));
  button.hidden = (await store.sessions().catch(() => undefined)) === undefined;
}

async function showSessions(): Promise<void> {
  const names = await store.sessions().catch(() => []);
  list.replaceChildren(makeLink(undefined), ...names.sort(byNumber.compare).map(makeLink));
}

function makeLink(name: string | undefined): HTMLLIElement {
  const link = make("a", "", name ?? "Default store");
  link.href = pageUrl(name);
  if (name === session) link.ariaCurrent = "page";
  return make("li", "", link);
}

function showIssue(message: string): void {
  issue.textContent = message;
  field.ariaInvalid = String(message !== "");
}
