/** Prism, a validating proxy by others: it knows the service from its OpenAPI document alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { installLocked } from "../support/npm.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "test/prism");

/** Installs Prism, unless it is there as its lock file says. It is no dependency: its 74 MB are for one test. */
export const installPrism = () => installLocked(folder);

/** Prism in front of a service. */
export interface Prism {
  /** The base URL to reach the service by, through Prism. */
  url: string;
  close(): Promise<void>;
}

/** What of a request or of its answer violates the document, in words. */
export interface Violations {
  request: string[];
  response: string[];
}

export function violationsOf({ headers }: Response): Violations {
  const violations: { location: string[]; message: string }[] = JSON.parse(
    headers.get("sl-violations") ?? "[]",
  );
  const of = (part: keyof Violations) =>
    violations.filter(({ location }) => location[0] === part).map(({ message }) => message);
  return { request: of("request"), response: of("response") };
}

/**
 * Starts Prism on a free port of 127.0.0.1. It forwards whatever it can read, and says in the header `sl-violations` of
 * the answer where request or answer violate the document.
 */
export async function startPrism(upstream: string): Promise<Prism> {
  const program = join(folder, "node_modules/@stoplight/prism-cli/dist/index.js");
  const document = join(root, "docs/openapi.json");
  // The service answers CORS by itself.
  const flags = ["--port", "0", "--multiprocess=false", "--cors=false"];
  const args = [program, "proxy", document, upstream, ...flags];
  const child = spawn(join(root, "node_modules/.bin/node"), args, { env: {} });
  const ended = once(child, "close");

  let printed = "";
  const ready = new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      printed += text;
      const [, url] = /Prism is listening on (http:\S+)\s/.exec(stripVTControlCharacters(printed)) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    ended.then(() => reject(new Error(`Prism ended before it was ready:\n${printed}`)), reject);
  });
  const url = await ready;
  // Its log, which holds every body, has to be drained, or Prism would stop; nobody reads it.
  for (const output of [child.stdout, child.stderr]) output.removeAllListeners("data").resume();
  const close = async () => {
    child.kill();
    await ended;
  };
  return { url, close };
}
