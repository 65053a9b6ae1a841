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

/** @param certificate a PEM file that can also contain a key of its own */
function startTlsServer(certificate: string, options?: ServerOptions) {
  const cert = readPem(certificate);
  const tls = { key: cert.includes("PRIVATE KEY") ? cert : readPem("key"), cert, ...options };
  return startHttpServer((response) => response.end(PLANT_JSON), tls);
}

/** Makes this process trust a certificate until the test ends. */
function trust(certificate: string): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, readPem(certificate)]);
  onTestFinished(() => setDefaultCACertificates(before));
}

/** Lets the server use what clients reject. */
const lax = { ciphers: "DEFAULT@SECLEVEL=0" };

test.each<[string, certificate: string, code: string, trusted?: string, options?: ServerOptions]>([
  ["is not trusted", "self-signed", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["has expired", "expired", "CERT_HAS_EXPIRED", "expired"],
  ["is another host's", "other-name", "ERR_TLS_CERT_ALTNAME_INVALID", "other-name"],
  ["has a key of 1,024 bits", "weak-key", "UNSPECIFIED", "weak-key", lax],
  ["is signed with SHA-1", "sha-1", "UNSPECIFIED", "strict-ca", lax],
  ["is for clients", "client-only", "INVALID_PURPOSE", "strict-ca"],
  ["is below too many authorities", "too-deep", "PATH_LENGTH_EXCEEDED", "strict-ca"],
])("a certificate that %s fails the call before anything is sent, without a retry", async (...row) => {
  const [, certificate, code, trusted, tls] = row;
  if (trusted) trust(trusted);
  const server = await startTlsServer(certificate, tls);
  const types: string[] = [];
  const options = { retryUnknown: true, onEvent: ({ type }: PlantStoreEvent) => types.push(type) };
  const result = await safeCreatePlant(plant, { baseUrl: server.url, token: TOKEN, ...options });
  const error = { kind: "connection", outcome: "not-created", code, permanent: true, attempts: 1 };
  expect(result).toMatchObject({ error });
  expect(result.error?.message).toMatch(/Could not connect to the server.*No plant was created/);
  expect(types).toEqual(["request", "failure"]);
  expect(server.requests).toEqual([]);
});

// test/fault-matrix/tls.ts has other handshakes that fail.

const ciphers = "the server accepts only other TLS ciphers, or requires a client certificate";
const versions = "the server accepts only other versions of TLS";
const smallDh = { ...lax, ciphers: "DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0", dhparam: readPem("dh-1024") };

test.each<[what: string, tls: ServerOptions | undefined, reason: string, certificate?: string]>([
  ["an http port", undefined, "https to a port that does not speak TLS"],
  ["TLS 1.1", { ...lax, maxVersion: "TLSv1.1" }, versions],
  ["a cipher that Node does not accept", { ciphers: "AES128-CCM8", maxVersion: "TLSv1.2" }, ciphers],
  ["a client certificate", { requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" }, ciphers],
  ["HTTP/2 only", { ALPNProtocols: ["h2"] }, "the server does not accept HTTP/1.1"],
  ["a short Diffie-Hellman key", { ...smallDh, maxVersion: "TLSv1.2" }, "dh key too small", "weak-key"],
])("a handshake with %s is not repeated, and the message says why it failed", async (...row) => {
  const [, options, reason, certificate = "self-signed"] = row;
  vi.spyOn(process, "emitWarning").mockReturnValue(); // Node warns of the key.
  const server = options
    ? await startTlsServer(certificate, options)
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

// The server rejects it after the request was sent. docs/troubleshooting.md names this cause.
test("over TLS 1.3, a missing client certificate is unknown", async () => {
  trust("self-signed");
  const server = await startTlsServer("self-signed", { requestCert: true, rejectUnauthorized: true });
  const result = await safeCreatePlant(plant, { baseUrl: server.url, token: TOKEN });
  const error = { kind: "connection", outcome: "unknown", code: "UND_ERR_SOCKET", permanent: false };
  expect(result).toMatchObject({ error });
  expect(result.error?.message).toContain("other side closed");
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
