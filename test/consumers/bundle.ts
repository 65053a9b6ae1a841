/** What a bundle for browsers must be: small, free of Node, and at work where there is nothing but a browser's globals. */
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";

/** Modules of these packages, of the application, and of a bundler's own few lines are what a bundle may hold. */
const EXPECTED = [
  /node_modules\/(plant-store-sdk|ky|zod)\//,
  /^(.*\/)?app\/[\w-]+\.js( \+ \d+ modules)?$/,
  /^webpack\/runtime\//,
  /^\0?(rolldown|vite)\//,
];

/** Rejects a module that nobody asked for: a Node built-in, or what a bundler puts in its place. */
export function checkModules(modules: string[]): void {
  if (!modules.some((name) => name.includes("plant-store-sdk")))
    throw new Error("the package is not in the bundle");
  const others = modules.filter((name) => !EXPECTED.some((pattern) => pattern.test(name)));
  if (others.length > 0) throw new Error(`the bundle must not hold ${others.join(", ")}`);
}

/** Rejects code that reaches for Node. */
export function checkText(code: string): void {
  const found = code.match(
    /(\brequire\(|\bfrom ?|\bimport\(?)["']node:[\w/]+|\bprocess\.(?!env\b)\w+|\bBuffer\.\w+/g,
  );
  if (found !== null) throw new Error(`the bundle must not hold ${found.join(", ")}`);
}

/** How many bytes travel, which must be within the range: under its lower end a documented limit is gone. */
export function gzippedSize(code: string, [least, most]: [number, number]): string {
  const bytes = gzipSync(code, { level: 9 }).byteLength;
  if (bytes < least || bytes > most)
    throw new Error(`${bytes} bytes gzipped are not within ${least} and ${most}`);
  return `${bytes.toLocaleString("en-US")} bytes gzipped`;
}

/** Runs a bundle with a browser's globals and no others, and a store that answers with the plant's name. */
export async function runInPage(code: string): Promise<unknown> {
  const sent: unknown[] = [];
  const page = createContext({
    ...{
      AbortController,
      AbortSignal,
      DOMException,
      Headers,
      ReadableStream,
      Request,
      Response,
      TextDecoder,
    },
    ...{ TextEncoder, URL, URLSearchParams, clearTimeout, console, performance, queueMicrotask, setTimeout },
    location: new URL("https://shop.example/"),
    navigator: { userAgent: "Mozilla/5.0" },
    document: { baseURI: "https://shop.example/" },
    fetch: async (url: string, { body }: { body: string }) => {
      sent.push(url);
      return Response.json({ name: JSON.parse(body).name });
    },
  });
  runInContext(code, page);
  const { name } = await runInContext("done", page);
  return { name, sent };
}
