/** Assertions about a bundle for browsers: it is small, does not use Node, and needs only a browser's globals. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";

/** A bundle may contain modules of these packages, of the application and of a bundler's runtime. */
const ALLOWED = [
  /node_modules\/(plant-store-sdk|ky|zod)\//,
  /^(.*\/)?app\/[\w-]+\.js( \+ \d+ modules)?$/,
  /^webpack\/runtime\//,
  /^\0?(rolldown|vite)\//,
];

/** Fails if a bundle contains other modules, such as a Node built-in or a polyfill. */
export function expectModules(modules: string[]): void {
  expect(modules).toContainEqual(expect.stringContaining("plant-store-sdk"));
  const others = modules.filter((name) => !ALLOWED.some((pattern) => pattern.test(name)));
  expect(others).toEqual([]);
}

export function expectNoNode(code: string): void {
  const used = code.match(
    /(\brequire\(|\bfrom ?|\bimport\(?)["']node:[\w/]+|\bprocess\.(?!env\b)\w+|\bBuffer\.\w+/g,
  );
  expect(used).toBeNull();
}

/** Fails unless one script of a built application contains the package, without Node. Returns the script. */
export async function expectOneChunk(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".js"));
  const scripts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const [chunk = "", ...others] = scripts.filter((text) => text.includes("plant-store-sdk.failure"));
  expect(others).toEqual([]);
  expectNoNode(chunk);
  return chunk;
}

/** Fails if the gzipped size is out of range. Below the lower bound, a documented limitation no longer exists. */
export function expectGzippedSize(code: string, [min, max]: [number, number]): void {
  const bytes = gzipSync(code, { level: 9 }).byteLength;
  expect(bytes).toBeGreaterThanOrEqual(min);
  expect(bytes).toBeLessThanOrEqual(max);
}

/** Runs a bundle with only a browser's globals. The server responds with the plant's name. */
export async function runInPage(code: string): Promise<unknown> {
  const sent: unknown[] = [];
  const page = createContext({
    ...{ AbortController, AbortSignal, DOMException, Headers, ReadableStream, Request, Response },
    ...{ TextDecoder, TextEncoder, URL, URLSearchParams },
    ...{ clearTimeout, console, performance, queueMicrotask, setTimeout },
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
