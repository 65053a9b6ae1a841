/** A request and its response as they were on the wire, as far as the store knows them. */

import { store } from "../connected-store.ts";
import { connectCopyButton } from "../copy-button.ts";
import { make, makeButton } from "../dom.ts";
import { formatPath } from "../format.ts";
import type { Entry } from "../request-history.ts";
import { formatValue } from "../value-text.ts";
import { curlOf } from "./copy-as-curl.ts";

export function makeDetails(entry: Entry): HTMLElement {
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
  return [status, response?.body || reason].filter(Boolean).join("\n\n");
}
