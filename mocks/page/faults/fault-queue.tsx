/** The queued faults, with what they do. */
import { describeFault } from "plant-store-sdk/mocks/remote";
import { CopyButton } from "../copy-button.tsx";
import { attempt, state, store } from "../state/page.ts";
import { faultsCode } from "./fault-choices.ts";

/** More would fill the page. */
const MAX_SHOWN = 12;

export function FaultQueue() {
  const { connection, history } = state;
  const faults = connection === "Live" ? state.faults : [];
  const count = faults.length;
  const text = count === 0 ? "None queued: the store responds normally." : `${count} queued: send a request.`;
  const clear = () => {
    document.querySelector<HTMLElement>("#fault-choices button")?.focus(); // The button disappears.
    attempt(store.clearFaults());
  };
  return (
    <div id="queue" class="row">
      <small id="queue-state" role="status">
        {connection === "Live" && text}
      </small>
      <ol id="queued-faults" class="row" aria-label="Queued faults">
        {faults.slice(0, MAX_SHOWN).map((fault) => (
          <li class="pill" title={describeFault(fault).effect}>
            {describeFault(fault).label}
          </li>
        ))}
        {count > MAX_SHOWN && <li>and {count - MAX_SHOWN} more</li>}
      </ol>
      {history.entries.some(({ isPending, fault }) => isPending && fault?.type === "hold") && (
        <button type="button" onClick={() => attempt(store.release())}>
          Release held requests
        </button>
      )}
      {count > 0 && <CopyButton text={faultsCode(faults)} name="Copy as test code" />}
      {count > 0 && (
        <button type="button" onClick={clear}>
          Clear
        </button>
      )}
    </div>
  );
}
