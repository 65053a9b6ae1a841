/** The HTTP server of the mock: listening, faults of real connections, and closing. */
import { generateKeyPairSync } from "node:crypto";
import { networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { faults, listen, MockStore } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test } from "vitest";
import { openMock } from "../support/mock-server.ts";
import { readPem } from "../support/pem.ts";
import { FERN, POST, storeWith } from "../support/post-plant.ts";
import { RawClient, requestText } from "../support/raw-client.ts";
import { runProgram } from "../support/run-program.ts";

const fern = { id: 1, name: "Fern" };

const post = (url: string, body = FERN) => fetch(`${url}/plants`, { ...POST, body });

// Listening.

const loopback = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
const hasIpv6 = loopback.some(({ address }) => address === "::1");

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["localhost", "localhost"],
  ["0.0.0.0", "127.0.0.1"],
  ...(hasIpv6 ? ["::1", "::"] : []).map((host) => [host, "[::1]"]),
])("a server that listens on %s has the URL host %s", async (host, name) => {
  const { store, server } = await openMock({ host });
  expect(server.url).toBe(`http://${name}:${server.port}`);
  expect((await post(server.url)).status).toBe(200);
  expect(store.plants).toEqual([fern]);
});

test.each([null, {}])("listen rejects the store %j", async (store) => {
  await expect(listen(store as never)).rejects.toThrow(
    new TypeError("listen: the first argument must be a store from MockStore."),
  );
});

test("listen rejects a port in use with its number, its host and the system's error code", async () => {
  const { server } = await openMock();
  const { port } = server;
  await expect(listen(new MockStore(), { port })).rejects.toMatchObject({
    code: "EADDRINUSE",
    cause: { code: "EADDRINUSE" },
    message: `Cannot listen on 127.0.0.1:${port} (EADDRINUSE). The port is in use: choose another one, or 0 for a free one.`,
  });
  expect((await post(server.url)).status).toBe(200);
});

// Faults on real connections.

test.each([
  [faults.reset(), "ECONNRESET", []],
  [faults.reset({ afterCreate: true }), "ECONNRESET", [fern]],
  [faults.reset({ close: true }), "end", []],
  [faults.reset({ close: true, afterCreate: true }), "end", [fern]],
])("the fault %o sends no bytes and ends the connection with %s", async (fault, ending, plants) => {
  const { store, server } = await openMock();
  store.enqueue(fault);
  const client = await RawClient.connect(server.port);
  client.send(requestText());
  expect([await client.ending, client.rest]).toEqual([ending, ""]);
  expect(store.plants).toEqual(plants);
  expect((await post(server.url)).status).toBe(200);
});

// Closing.

const openConnections: [string, string | undefined, ...Parameters<MockStore["enqueue"]>][] = [
  ["that has sent nothing", undefined],
  ["that is idle", requestText()],
  ["with an incomplete head", requestText().slice(0, 40)],
  ["with an incomplete body", requestText().slice(0, -3)],
  ["that hangs", requestText(), faults.hang()],
  ["that is held", requestText(), faults.hold()],
  ["whose second request hangs", requestText() + requestText(), faults.delay(0), faults.hang()],
  ["that is delayed", requestText(), faults.delay(2 ** 31 - 1)],
];

test.each(openConnections)("close() ends a connection %s, frees the port", async (_, request, ...queue) => {
  const { store, server } = await openMock();
  store.enqueue(...queue);
  const client = await RawClient.connect(server.port);
  if (request !== undefined) await client.send(request);
  // When this response arrives, the server has also received the other request.
  await fetch(`${server.url}/health`);
  if (queue.length > 0) await expect.poll(() => store.requests.at(-1)?.fault).toEqual(queue.at(-1));
  const before = store.plants;
  await server.close();
  expect(["end", "ECONNRESET"]).toContain(await client.ending);
  expect(store.plants).toEqual(before);
  await using again = await listen(store, { port: server.port });
  expect((await post(again.url)).status).toBe(200);
});

test("close() can be called twice, also concurrently and without `this`", async () => {
  const { store, server, url } = await openMock();
  const { close } = server;
  store.enqueue(faults.hang());
  const lost = expect(post(url)).rejects.toThrow(TypeError);
  await expect.poll(() => store.requests.length).toBe(1);
  expect(await Promise.all([close(), close()])).toEqual([undefined, undefined]);
  expect(await close()).toBeUndefined();
  await lost;
});

test("a process exits after close() even if requests were waiting", async () => {
  const module = pathToFileURL(resolve(import.meta.dirname, "../../mocks/server.ts"));
  const program = `
    import { MockStore, faults, listen } from "${module}";
    const store = new MockStore();
    store.enqueue(faults.hang(), faults.delay(2 ** 31 - 1));
    const server = await listen(store);
    const post = () => fetch(server.url + "/plants", { method: "POST" }).catch(() => console.log("lost"));
    const lost = [post(), post()];
    while (store.requests.length < 2) await (await fetch(server.url + "/health")).text();
    await server.close();
    await Promise.all(lost);
    console.log("closed");`;
  const args = ["--input-type=module", "--eval", program];
  const run = await runProgram(process.execPath, args);
  expect(run).toEqual({ code: 0, stdout: "lost\nlost\nclosed\n", stderr: "" });
});

test("a keep-alive connection does not accumulate listeners from delayed requests", async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => void warnings.push(warning);
  process.on("warning", keep);
  onTestFinished(() => void process.off("warning", keep));
  const { store, server } = await openMock();
  const client = await RawClient.connect(server.port);
  for (let request = 0; request < 20; request++) {
    store.enqueue(faults.delay(0));
    client.send(requestText());
    expect((await client.response()).status).toBe(200);
  }
  await setImmediate();
  expect(warnings).toEqual([]);
});

const [cert, key] = [readPem("self-signed"), readPem("key")];
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const otherKey = privateKey.export({ type: "pkcs8", format: "pem" });

test.each([
  [{ cert: "no PEM", key }, "`tls.cert` must be a certificate, as PEM: "],
  [{ cert, key: cert }, "`tls.key` must be a private key without a passphrase, as PEM: "],
  [{ cert, key: otherKey }, "`tls.key` must be usable with the certificate, as PEM: "],
])("listen says which option for https is not right: %#", async (tls, message) => {
  await expect(listen(new MockStore(), { tls })).rejects.toThrow(`listen: ${message}`);
});

test("close() lets requests end, accepts no new ones, and does not wait for the rest of `gracePeriod`", async () => {
  const store = storeWith(faults.hold());
  const server = await listen(store, { gracePeriod: 2 ** 31 - 1 });
  const client = await RawClient.connect(server.port); // It leaves its connection open.
  client.send(requestText());
  await expect.poll(() => store.requests).toHaveLength(1);
  const closed = server.close();
  await expect(post(server.url)).rejects.toThrow();
  store.release();
  // The connection ends, so a client must not send its next request on it.
  expect(await client.response()).toMatchObject({ status: 200, headers: { connection: "close" } });
  await closed;
});
