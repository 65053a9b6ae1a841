/** Shows the requests, newest first. At most a page of them is in the document, however many there are. */
import { useRef } from "preact/hooks";
import { formatCount, plural } from "../../../src/common/format-count.ts";
import { CopyButton } from "../copy-button.tsx";
import { ANY_TOKEN } from "../state/call-arguments.ts";
import { change, state, store } from "../state/page.ts";
import { PAGE_SIZE } from "../state/page-state.ts";
import { curlOf } from "./copy-as-curl.ts";
import { RequestRow, searchTextOf } from "./request-row.tsx";

const EXAMPLE = curlOf({ headers: {}, body: '{ "id": 1, "name": "Fern" }' }, store.baseUrl, ANY_TOKEN);

const COLUMNS = ["Time", "Plant", "Response", "Fault", "Client's outcome", "In the store"];

export function RequestList() {
  const { history, heldAt = history.last, search, limit } = state;
  const { entries } = history;
  const table = useRef<HTMLDivElement>(null);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = entries.filter(
    (entry) => entry.index <= heldAt && words.every((word) => searchTextOf(entry).includes(word)),
  );
  const older = matching.length - limit;
  const newer = entries.filter(({ index }) => index > heldAt).length;
  const showNew = () => {
    change({ heldAt: undefined });
    table.current?.scrollTo(0, 0);
    // This button disappears, when the page is drawn in this frame.
    requestAnimationFrame(() => table.current?.querySelector("summary")?.focus());
  };
  return (
    <section id="requests" aria-labelledby="requests-heading">
      <div class="row">
        <h2 id="requests-heading">Requests</h2>
        <small id="request-count">{entries.length > 0 && plural(entries.length, "request")}</small>
        {newer > 0 && (
          <button id="new-requests" type="button" onClick={showNew}>
            {formatCount(newer)} new ↑
          </button>
        )}
        <input
          class="end"
          type="search"
          aria-label="Search requests"
          placeholder="Search, such as: unknown"
          size={24}
          value={search}
          onInput={({ currentTarget }) =>
            change({ search: currentTarget.value, limit: PAGE_SIZE, open: new Set() })
          }
        />
      </div>
      <div id="request-table" ref={table} hidden={matching.length === 0}>
        <div class="columns" aria-hidden="true">
          {COLUMNS.map((title) => (
            <span>{title}</span>
          ))}
        </div>
        <ol id="request-list" aria-labelledby="requests-heading">
          {matching.slice(0, limit).map((entry) => (
            <RequestRow key={entry.index} entry={entry} />
          ))}
        </ol>
      </div>
      {older > 0 && (
        <button type="button" onClick={() => change({ limit: limit + PAGE_SIZE })}>
          Show {formatCount(Math.min(older, PAGE_SIZE))} older requests
        </button>
      )}
      {entries.length > 0 && matching.length === 0 && <small id="no-match">No request matches.</small>}
      {entries.length === 0 && (
        <div id="no-requests" class="stack">
          <p class="headline">No requests yet</p>
          <p class="row">
            Requests of any client appear here as they happen, such as:{" "}
            <CopyButton text={EXAMPLE} label="Copy the curl command" />
          </p>
          <pre>{EXAMPLE}</pre>
        </div>
      )}
    </section>
  );
}
