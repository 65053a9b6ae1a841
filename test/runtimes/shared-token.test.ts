/** Requests to a Worker that share a cached token, as in an isolate of Cloudflare. */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { outputOf } from "../support/run-program.ts";
import { startHttpServer } from "../support/servers.ts";
import { app, options, WORKERD } from "./programs.ts";
import { bundleWorker } from "./worker.ts";

test("in workerd, a token request that is lost with its request does not block the others, and a renewal is not lost", async () => {
  const tokens = await startHttpServer((response) => {
    const number = tokens.requests.length;
    const expiresIn = number === 2 ? 2 : 3600;
    const respond = () => response.end(JSON.stringify({ token: `token-number-${number}`, expiresIn }));
    if (number > 1) setTimeout(respond, 50);
  });
  const store = await startHttpServer((response) =>
    response.setHeader("content-type", "application/json").end('{"name":"Fern"}'),
  );
  await bundleWorker(app, "token-worker", { baseUrl: store.url, tokenUrl: tokens.url });
  const worker = spawn(WORKERD, ["serve", "token-worker/worker.capnp", "--control-fd=1"], options());
  onTestFinished(() => void worker.kill());
  const [, port] = await outputOf(worker, /"port":(\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const create = async () => (await fetch(url)).json();

  expect(await (await fetch(`${url}/early`)).text()).toBe("early");
  const created = { success: true, attempts: 1 };
  expect(await Promise.all([create(), create()])).toMatchObject([created, created]);
  await sleep(1_850); // The token is about to expire.
  expect(await create()).toMatchObject(created);
  expect(await create()).toMatchObject(created);
  expect(tokens.requests).toHaveLength(3);
  expect(store.requests.at(-1)?.headers.authorization).toBe("Bearer token-number-3");
});
