/** A request and its response as they were on the wire, as far as the store knows them. */
import { makeCopyButton } from "../copy-button.ts";
import { make } from "../dom.ts";
import { formatPath } from "../format.ts";
import type { Entry } from "../request-history.ts";
import { store } from "../store.ts";
import { formatValue } from "../value-text.ts";
import { curlOf } from "./curl.ts";

export function makeDetails(entry: Entry): HTMLElement {
  const request = make("div", "", makePane("Request", requestText(entry)));
  const response = make("div", "", makePane("Response", responseText(entry)));
  request.append(makePane("Request headers, without tokens", headersText(entry.headers)));
  if (entry.method === "POST")
    request.append(makeCopyButton("Copy as curl", () => curlOf(entry, store.baseUrl)));
  if (entry.response) response.append(makePane("Response headers", headersText(entry.response.headers)));
  if (entry.fault !== undefined) response.append(makePane("Fault", formatValue(entry.fault)));
  return make("div", "exchange", request, response);
}

function makePane(title: string, text: string): HTMLElement {
  return make("div", "pane", make("h3", "", title), make("pre", "", text));
}

function requestText({ method, url, body }: Entry): string {
  return `${method} ${formatPath(url)}\n\n${body}`;
}

function headersText(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

function responseText({ status, reason, response, isPending }: Entry): string {
  if (status === undefined)
    return isPending ? "Not sent yet." : "None: the connection was dropped, or the client disconnected.";
  return [status, response?.body || reason].filter(Boolean).join("\n\n");
}
