/** The live page: shows what happens in the store, and calls it with the SDK. */
import { type ComponentChildren, options, render, type VNode } from "preact";
import { escapeControlsInLines } from "../../src/common/escape-controls.ts";
import { CopyButton } from "./copy-button.tsx";
import { FaultForm } from "./faults/fault-form.tsx";
import { Plants } from "./plants.tsx";
import { RequestList } from "./requests/request-list.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { followStore } from "./state/follow-store.ts";
import { attempt, change, drawWith, session, state, store } from "./state/page.ts";
import { TryIt } from "./try-it/try-it.tsx";

function Page() {
  return (
    <>
      <PartLinks />
      <Header />
      <FaultForm />
      <main>
        <TryIt />
        <div id="store">
          <Plants />
          <RequestList />
        </div>
      </main>
    </>
  );
}

/** Lead to the parts on a narrow screen. On a wide one, only the keyboard needs them. */
function PartLinks() {
  const { length } = state.faults;
  return (
    <nav id="parts" class="row" aria-label="Parts of the page">
      <a href="#faults">Faults{length > 0 && ` (${length})`}</a>
      <a href="#try-it">Try it</a>
      <a href="#plants-part">Plants</a>
      <a href="#requests">Requests</a>
    </nav>
  );
}

function Header() {
  const { connection, message } = state;
  return (
    <header class="stack">
      <div class="row">
        <img src="favicon.svg" alt="" width="28" height="28" />
        <h1>Plant Store mock</h1>
        <p class="row">
          <code id="base-url">{store.baseUrl}</code>
          <CopyButton text={store.baseUrl} label="Copy the base URL" />
        </p>
        <div class="row end">
          <p id="connection" role="status" data-state={connection}>
            {connection}
          </p>
          <SessionMenu />
          <button
            id="reset"
            type="button"
            disabled={connection !== "Live"}
            title="Removes requests and faults, and restores the initial plants and settings"
            onClick={() => attempt(store.clear())}
          >
            Clear store
          </button>
        </div>
      </div>
      <p id="alert" role="alert">
        {message}
      </p>
    </header>
  );
}

/** Every text shows its controls: some would reorder what is around it, and requests contain anything. */
const show = <Child,>(child: Child) => (typeof child === "string" ? escapeControlsInLines(child) : child);
options.vnode = ({ type, props }: VNode<{ children?: ComponentChildren }>) => {
  if (typeof type !== "string") return;
  const { children } = props;
  props.children = Array.isArray(children) ? children.map(show) : show(children);
};

if (session !== undefined) document.title = `${session} – ${document.title}`;
drawWith(() => render(<Page />, document.body));
followStore(store, change);
