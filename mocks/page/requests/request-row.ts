/** One request: a line of the list, with details that open. */
import { describeFault } from "plant-store-sdk/mocks/remote";
import { store } from "../connected-store.ts";
import { connectCopyButton } from "../copy-button.ts";
import { make, makeButton } from "../dom.ts";
import { formatDuration, formatPath, formatTime } from "../format.ts";
import type { Entry } from "../request-history.ts";
import { isCreated, OUTCOME_LABELS, outcomeOf } from "../request-outcome.ts";
import { formatValue } from "../value-text.ts";
import { curlOf } from "./copy-as-curl.ts";

export class RequestRow {
  readonly item = make("li");
  readonly #summary = make("summary");
  readonly #details = make("details", "", this.#summary);
  #entry: Entry | undefined;
  #attempt = "";

  /** @param onToggle is called when the details open or close */
  constructor(onToggle: () => void) {
    this.item.append(this.#details);
    this.#details.addEventListener("toggle", () => {
      this.#showDetails(); // Built when opened, because most requests are never opened.
      onToggle();
    });
  }

  get isOpen(): boolean {
    return this.#details.open;
  }

  /**
   * @param attempt how it repeats an earlier request; empty if it does not
   * @param isOfCall whether it belongs to the last call
   */
  show(entry: Entry, attempt: string, isOfCall: boolean): void {
    this.item.classList.toggle("of-call", isOfCall);
    if (this.#entry === entry && this.#attempt === attempt) return;
    this.#entry = entry;
    this.#attempt = attempt;
    const { fault } = entry;
    const outcome = outcomeOf(entry);
    const isStored = isCreated(entry);
    // The client does not know what the store did, or is wrong.
    const differs = outcome === "unknown" || (outcome === "created") !== isStored;
    Object.assign(this.item.dataset, { outcome, differs: differs && outcome !== "pending" });
    this.#summary.replaceChildren(
      make("small", "", `#${entry.index} `, formatTime(entry.time)),
      makePlant(entry),
      makeResponse(entry),
      fault === undefined ? make("span") : make("span", "pill fault", describeFault(fault).label),
      make("span", "pill", OUTCOME_LABELS[outcome]),
      makeStored(isStored),
      ...(attempt === "" ? [] : [make("small", "again", attempt)]),
    );
    this.#showDetails();
  }

  #showDetails(): void {
    if (this.#entry === undefined) return;
    this.#details.querySelector(".exchange")?.remove();
    if (this.#details.open) this.#details.append(makeDetails(this.#entry));
  }
}

function makePlant({ plant, method, url }: Entry): HTMLElement {
  const path = `${method} ${formatPath(url)}`;
  const shown = plant ? [make("code", "id", `${plant.id}`), " ", plant.name] : [path];
  return make("span", "plant", ...shown);
}

function makeResponse({ status, isPending, duration, response: sent }: Entry): HTMLElement {
  const response = make("span", "", make("strong", "", String(status ?? (isPending ? "…" : "no response"))));
  if (sent?.incomplete) response.append(" ", make("strong", "issue", "cut off"));
  if (duration !== undefined) response.append(" ", make("small", "", formatDuration(duration)));
  return response;
}

function makeStored(isStored: boolean | undefined): HTMLElement {
  if (isStored === undefined) return make("span");
  const stored = make(isStored ? "strong" : "small", "", isStored ? "Stored" : "Not stored");
  stored.dataset.stored = String(isStored);
  return stored;
}

/** A request and its response as they were on the wire, as far as the store knows them. */
function makeDetails(entry: Entry): HTMLElement {
  const { method, url, body, headers, response, fault } = entry;
  const sent = make("div", "stack");
  sent.append(...makePane("Request", `${method} ${formatPath(url)}\n\n${body}`));
  sent.append(...makePane("Request headers, without tokens", headersText(headers)));
  const copy = makeButton("Copy as curl");
  connectCopyButton(copy, () => curlOf(entry, store.baseUrl));
  if (method === "POST") sent.append(copy);
  const received = make("div", "stack", ...makePane("Response", responseText(entry)));
  if (response) received.append(...makePane("Response headers", headersText(response.headers)));
  if (fault !== undefined) received.append(...makePane("Fault", formatValue(fault)));
  return make("div", "stack exchange", sent, received);
}

const makePane = (title: string, text: string) => [make("h3", "", title), make("pre", "", text)];

const headersText = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

function responseText({ status, reason, response, isPending }: Entry): string {
  if (status === undefined)
    return isPending ? "Not sent yet." : "None: the connection was dropped, or the client disconnected.";
  const end = response?.incomplete && "(cut off: the connection was dropped here)";
  return [status, response?.body || reason, end].filter(Boolean).join("\n\n");
}
