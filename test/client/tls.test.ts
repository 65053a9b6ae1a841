/** Trusted and untrusted certificates. test/certificates/README.md describes them. */
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type PlantStoreEvent, safeCreatePlant } from "plant-store-sdk";
import { expect, onTestFinished, test } from "vitest";
import { plant, TOKEN } from "../support/client.ts";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { readPem } from "../support/pem.ts";
import { startHttpServer } from "../support/servers.ts";

function startTlsServer(certificate: string) {
  const tls = { key: readPem("key"), cert: readPem(certificate) };
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

test("a certificate that the process trusts is accepted", async () => {
  trust("self-signed");
  const server = await startTlsServer("self-signed");
  const result = await safeCreatePlant(plant, { baseUrl: server.url, token: TOKEN });
  expect(result).toMatchObject({ success: true, data: { name: "Fern" }, attempts: 1 });
  expect(server.requests).toMatchObject([{ body: '{"id":1,"name":"Fern"}' }]);
});
