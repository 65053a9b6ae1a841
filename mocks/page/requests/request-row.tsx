/** One request: a line of the list, with details that open. */
import { describeFault } from "plant-store-sdk/mocks/remote";
import { describeResent } from "../../parts/describe-resent.ts";
import { CopyButton } from "../copy-button.tsx";
import { formatDuration, formatPath, formatTime, formatValue } from "../format.ts";
import { change, state, store } from "../state/page.ts";
import type { Entry } from "../state/request-history.ts";
import { curlOf } from "./copy-as-curl.ts";
import { isCreated, OUTCOME_LABELS, outcomeOf } from "./request-outcome.ts";

/** What the search looks at: what a row shows, and its request. */
export function searchTextOf(entry: Entry): string {
  const { method, url, body, headers, status, reason, fault } = entry;
  const shown = [OUTCOME_LABELS[outcomeOf(entry)], status, fault && describeFault(fault).label, reason];
  return [...shown, body, method, url, ...Object.values(headers)].join("\n").toLowerCase();
}

function toggle(index: number, isOpen: boolean): void {
  const open = new Set(state.open);
  if (isOpen) open.add(index);
  else open.delete(index);
  change({ open });
}

export function RequestRow({ entry }: { entry: Entry }) {
  const { index, time, plant, method, url, status, isPending, response, duration, fault, resentOf } = entry;
  const { open, call, history } = state;
  const outcome = outcomeOf(entry);
  const isStored = isCreated(entry);
  // The client does not know what the store did, or is wrong.
  const differs = !isPending && (outcome === "unknown" || (outcome === "created") !== isStored);
  const original = history.entries.find((other) => other.index === resentOf);
  return (
    <li
      class={call?.reality.requests.has(index) ? "of-call" : ""}
      data-outcome={outcome}
      data-differs={differs}
    >
      <details open={open.has(index)} onToggle={({ currentTarget }) => toggle(index, currentTarget.open)}>
        <summary class="line">
          <small>
            #{index} {formatTime(time)}
          </small>
          <span class="plant">
            {plant ? <code class="id">{String(plant.id)}</code> : `${method} ${formatPath(url)}`}{" "}
            {plant?.name}
          </span>
          <span>
            <strong>{status ?? (isPending ? "…" : "no response")}</strong>{" "}
            {response?.incomplete && <strong class="issue">cut off </strong>}
            {duration !== undefined && <small>{formatDuration(duration)}</small>}
          </span>
          <span>{fault && <span class="pill fault">{describeFault(fault).label}</span>}</span>
          <span class="pill">{OUTCOME_LABELS[outcome]}</span>
          <span data-stored={isStored}>{isStored !== undefined && (isStored ? "Stored" : "Not stored")}</span>
          {resentOf && <small class="again">{describeResent(resentOf, original)}</small>}
        </summary>
        {open.has(index) && <Exchange entry={entry} />}
      </details>
    </li>
  );
}

/** A request and its response as they were on the wire, as far as the store knows them. */
function Exchange({ entry }: { entry: Entry }) {
  const { method, url, body, headers, fault } = entry;
  return (
    <div class="exchange stack">
      <h3>Request, without tokens</h3>
      <pre>{[`${method} ${formatPath(url)}`, ...linesOf(headers), "", body].join("\n")}</pre>
      {method === "POST" && <CopyButton text={curlOf(entry, store.baseUrl)} name="Copy as curl" />}
      <h3>Response</h3>
      <pre>{responseText(entry)}</pre>
      {fault && <h3>Fault</h3>}
      {fault && <pre>{formatValue(fault)}</pre>}
    </div>
  );
}

function responseText({ status, reason = "", response, isPending }: Entry): string {
  if (status === undefined)
    return isPending ? "Not sent yet." : "None: the connection was dropped, or the client disconnected.";
  const end = response?.incomplete ? ["", "(cut off: the connection was dropped here)"] : [];
  return [status, ...linesOf(response?.headers), "", response?.body || reason, ...end].join("\n");
}

const linesOf = (headers = {}) => Object.entries(headers).map((header) => header.join(": "));
