/** The menu of sessions, if this server has them. */
import { useEffect, useState } from "preact/hooks";
import { pageUrl, session, state, store } from "./state/page.ts";

/** "worker-2" comes before "worker-10". */
const byNumber = new Intl.Collator("en", { numeric: true });

export function SessionMenu() {
  const [names, setNames] = useState<string[]>();
  const read = () => {
    store.sessions().then(setNames, () => {});
  };
  useEffect(read, []);
  if (names === undefined) return null;
  return (
    <>
      <button id="session" type="button" popovertarget="sessions" disabled={state.connection !== "Live"}>
        {session ?? "Default store"}
      </button>
      <nav id="sessions" popover="auto" aria-labelledby="sessions-heading" onBeforeToggle={read}>
        <h2 id="sessions-heading">Sessions</h2>
        <small>Each session is a store of its own, for tests that run in parallel.</small>
        <ul id="session-list">
          {[undefined, ...names.sort(byNumber.compare)].map((name) => (
            <li>
              <a href={pageUrl(name)} aria-current={name === session ? "page" : undefined}>
                {name ?? "Default store"}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
