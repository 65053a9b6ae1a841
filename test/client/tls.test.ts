/** TLS: certificates, which test/certificates/README.md describes, and handshakes that fail. */
import type { ServerOptions } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type PlantStoreEvent, type PlantStoreFetch, safeCreatePlant } from "plant-store-sdk";
import { Agent, fetch as undiciFetch } from "undici";
import { expect, onTestFinished, test, vi } from "vitest";
import { plant, TOKEN } from "../support/client.ts";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { readPem } from "../support/pem.ts";
import { CLOSED_PORT, startHttpServer } from "../support/servers.ts";

function startTlsServer(certificate: string, options?: ServerOptions) {
  const tls = { key: readPem("key"), cert: readPem(certificate), ...options };
  return startHttpServer((response) => response.end(PLANT_JSON), tls);
}

/** Makes this process trust a certificate until the test ends. */
function trust(certificate: string): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, readPem(certificate)]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test.each<[string, string, string, boolean]>([
  ["is not trusted", "self-signed", "DEPTH_ZERO_SELF_SIGNED_CERT", false],
  ["has expired", "expired", "CERT_HAS_EXPIRED", true],
  ["is another host's", "other-name", "ERR_TLS_CERT_ALTNAME_INVALID", true],
])("a certificate that %s fails the call before anything is sent, without a retry", async (...row) => {
  const [, certificate, code, isTrusted] = row;
  if (isTrusted) trust(certificate);
  const server = await startTlsServer(certificate);
  const types: string[] = [];
  const options = { retryUnknown: true, onEvent: ({ type }: PlantStoreEvent) => types.push(type) };
  const result = await safeCreatePlant(plant, { baseUrl: server.url, token: TOKEN, ...options });
  expect(result).toMatchObject({ error: { kind: "connection", outcome: "not-created", code, attempts: 1 } });
  expect(result.error?.message).toMatch(/Could not connect to the server.*No plant was created/);
  expect(types).toEqual(["request", "failure"]);
  expect(server.requests).toEqual([]);
});

// test/fault-matrix/tls.ts has other handshakes that fail.

const ciphers = "the server accepts only other TLS ciphers, or requires a client certificate";
const versions = "the server accepts only other versions of TLS";
const old = { ciphers: "DEFAULT@SECLEVEL=0", maxVersion: "TLSv1.1" } as const;

test.each<[what: string, tls: ServerOptions | undefined, reason: string]>([
  ["an http port", undefined, "https to a port that does not speak TLS"],
  ["TLS 1.1", old, versions],
  ["a cipher that Node does not accept", { ciphers: "AES128-CCM8", maxVersion: "TLSv1.2" }, ciphers],
  ["a client certificate", { requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" }, ciphers],
])("a handshake with %s is not repeated, and the message says why it failed", async (_, options, reason) => {
  const server = options
    ? await startTlsServer("self-signed", options)
    : await startHttpServer((response) => response.end(PLANT_JSON));
  const baseUrl = server.url.replace("http:", "https:");
  for (const fetch of [globalThis.fetch, undiciFetch] as PlantStoreFetch[]) {
    const result = await safeCreatePlant(plant, { baseUrl, token: TOKEN, fetch, retryUnknown: true });
    const message = `Could not connect to the server (${baseUrl}/plants): ${reason}. No plant was created.`;
    const error = { outcome: "not-created", message, permanent: true, retryable: false, attempts: 1 };
    expect(result).toMatchObject({ error });
  }
  expect(server.requests).toEqual([]);
});

/** The outcomes that another copy of the package finds for https to an http port, and for a refused connection. */
async function outcomesOfCopy(): Promise<unknown[]> {
  vi.resetModules();
  onTestFinished(() => void vi.resetModules()); // Other test files may share the modules.
  const { safeCreatePlant } = await import("plant-store-sdk");
  const server = await startHttpServer((response) => response.end(PLANT_JSON));
  const urls = [server.url.replace("http:", "https:"), `http://127.0.0.1:${CLOSED_PORT}`];
  return Promise.all(
    urls.map(async (baseUrl) => {
      const result = await safeCreatePlant(plant, { baseUrl, token: TOKEN, maxRetries: 0 });
      return result.error?.outcome;
    }),
  );
}

test("without the report of Node, a failed handshake is unknown, and a refused connection is not", async () => {
  vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
    throw new Error("no modules here");
  });
  expect(await outcomesOfCopy()).toEqual(["unknown", "not-created"]);
});

// A subscriber stays in memory with its copy of the package, and Jest loads a copy for each test file.
test("all copies of the package share one subscriber", async () => {
  const subscribe = vi.spyOn(process.getBuiltinModule("node:diagnostics_channel"), "subscribe");
  expect(await outcomesOfCopy()).toEqual(["not-created", "not-created"]);
  expect(subscribe).not.toHaveBeenCalled();
});

test("a dispatcher that fails to connect with a string does not end the process", async () => {
  const dispatcher = new Agent({ connect: (_options, callback) => callback("no" as never, null) });
  onTestFinished(() => dispatcher.destroy());
  const fetch: PlantStoreFetch = (url, init) => undiciFetch(url, { ...init, dispatcher });
  const result = await safeCreatePlant(plant, { baseUrl: "https://plants.example", token: TOKEN, fetch });
  expect(result).toMatchObject({ error: { kind: "connection", outcome: "unknown" } });
});
