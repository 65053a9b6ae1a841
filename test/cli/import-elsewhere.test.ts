/** The command `plant-store-sdk import` when something else than the store responds. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { linesOf, Workplace } from "./import-command.ts";

const plants = linesOf(...Array.from({ length: 200 }, (_, id) => ({ id })));

/** A proxy in front of a store. Returns its URL. */
async function startProxy(
  work: Workplace,
  intercept: (number: number, response: ServerResponse) => boolean,
): Promise<string> {
  let requests = 0;
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (intercept(requests++, response)) return;
    const { authorization = "" } = request.headers;
    const headers = { authorization, "content-type": "application/json" };
    const url = `${work.server.url}${request.url}`;
    const received = await fetch(url, { method: "POST", headers, body: Buffer.concat(chunks) });
    response.writeHead(received.status, { "content-type": "application/json" });
    response.end(await received.text());
  };
  const server = createServer((request, response) => void forward(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const portal = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>");
};
const redirect = (response: ServerResponse) => {
  response.writeHead(302, { location: "https://login.example/" }).end();
};

/** Responses of the store may arrive between the first ones that are not the store's, and 7 requests are in flight at the end. */
const MOST_IN_THE_MIDDLE = 7 + 8 + 7;

test.each([
  ["a captive portal from the start", 0, portal, 8],
  ["a captive portal in the middle", 100, portal, MOST_IN_THE_MIDDLE],
  ["a proxy that redirects from the start", 0, redirect, 8],
  ["a proxy that redirects in the middle", 100, redirect, MOST_IN_THE_MIDDLE],
])(
  "%s ends the import, and only rows that the store has count as created",
  async (_, from, respond, most) => {
    const work = await Workplace.create(plants);
    const url = await startProxy(work, (number, response) => {
      if (number < from) return false;
      respond(response);
      return true;
    });
    const { code, stdout, stderr } = await work.import(["plants.ndjson", "--base-url", url]);
    const count = (name: string) => Number(new RegExp(` ${name} +(\\d+)`).exec(stdout)?.[1]);
    expect(work.store.plants).toHaveLength(from);
    expect(count("created")).toBe(from);
    expect(count("unknown")).toBeGreaterThan(0);
    expect(count("unknown")).toBeLessThanOrEqual(most);
    expect(code).toBe(4);
    expect(stdout).toContain("rows so far");
    expect(stdout).not.toContain("Every row");
    expect(stderr).toContain("plant-store-sdk import: The import stopped after sending ");
  },
);

test("a store that rejects every row because of the token ends the import, which says so", async () => {
  const work = await Workplace.create(plants, { auth: () => false });
  const { code, stdout, stderr } = await work.import(["plants.ndjson", "--concurrency", "1"]);
  expect(code).toBe(4);
  expect(work.store.requests).toHaveLength(50);
  expect(stderr).toMatch(
    /rejected the first 50 new rows alike, the last one with status 400, error 400: .*token is not accepted\. If the plants are right, check the token and the base URL\.\n$/,
  );
  expect(stdout).toContain("not created  50\n");
  expect(stdout).toContain("To continue, run the same command again.\n");
});
