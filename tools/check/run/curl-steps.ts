/** A shell command that shows a violation again. */
import { quoteForShell } from "../../../src/common/quote-for-shell.ts";
import type { Ids } from "./ids.ts";
import { withShellName } from "./random-texts.ts";
import { type CheckRequest, SCHEMES, type Service } from "./service.ts";

/** A request, and the id in its body. */
export interface Step {
  request: CheckRequest & { body: string };
  id?: bigint | undefined;
}

/** The steps with ids that are new in every second: those that were sent exist. */
export function curlOf(service: Service, steps: Step[], ids: Ids): string {
  const lines = steps.map(({ request, id }) => {
    const body = withShellName(quoteForShell(request.body));
    const fresh = id === undefined ? body : body.replaceAll(String(id), `'${ids.inShell(id)}'`);
    return line(service, request, fresh);
  });
  return ["t=$(date +%s)", ...lines].join(" && \\\n");
}

/** @param body quoted */
function line(service: Service, request: Step["request"], body: string): string {
  const scheme = SCHEMES[request.token ?? "right"];
  const headers = Object.entries(service.headersOf(request));
  const flags = headers.map((header) => `-H ${quoteForShell(header.join(": "))}`);
  if (scheme !== undefined) flags.unshift(`-H "authorization: ${scheme} $PLANT_STORE_TOKEN"`);
  const curl = `curl -i -X POST ${quoteForShell(service.url)} ${flags.join(" ")}`;
  // Longer than an argument may be.
  if (/^' {1000}/.test(body)) return `printf '%${request.body.length}s' ']' | ${curl} --data-binary @-`;
  return `${curl} --data-raw ${body}`;
}
