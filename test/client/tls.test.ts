/** Certificates that a client trusts, and others. They are described in certificates/README.md. */
import { createServer, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type PlantStoreFetch, safeCreatePlant } from "plant-store-sdk";
import { expect, onTestFinished, test } from "vitest";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { listenUntilTestEnds } from "../support/servers.ts";

const key = readPem("key");

import { plant as fern, TOKEN } from "../support/client.ts";
import { readPem } from "../support/pem.ts";

/** A store behind TLS, which records the bodies of the requests that came through. */
async function tlsPeer(certificate: string, answer = PLANT_JSON) {
  const requests: string[] = [];
  const server = createServer({ key, cert: readPem(certificate) }, async (request, response) => {
    requests.push(await text(request));
    response.end(answer);
  });
  return { url: `https://127.0.0.1:${await listenUntilTestEnds(server)}`, requests };
}

/** Until the test ends, this process trusts a certificate as if an authority had issued it. */
function trust(certificate: string): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, readPem(certificate)]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test.each<[string, string, string, boolean]>([
  ["nobody trusts", "self-signed", "DEPTH_ZERO_SELF_SIGNED_CERT", false],
  ["has expired", "expired", "CERT_HAS_EXPIRED", true],
  ["is another host's", "other-name", "ERR_TLS_CERT_ALTNAME_INVALID", true],
])("a certificate that %s ends the call: nothing was sent, and nothing is retried", async (...row) => {
  const [, certificate, code, isTrusted] = row;
  if (isTrusted) trust(certificate);
  const peer = await tlsPeer(certificate);
  const types: string[] = [];
  const result = await safeCreatePlant(fern, {
    baseUrl: peer.url,
    token: TOKEN,
    retryUnknown: true,
    onEvent: ({ type }) => types.push(type),
  });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "not-created", code, attempts: 1 },
  });
  expect(!result.success && result.error.message).toMatch(/certificate is not trusted.*No plant was created/);
  expect(types).toEqual(["request", "failure"]);
  expect(peer.requests).toEqual([]);
});

test("a certificate that the process trusts is accepted", async () => {
  trust("self-signed");
  const peer = await tlsPeer("self-signed");
  const result = await safeCreatePlant(fern, { baseUrl: peer.url, token: TOKEN });
  expect(result).toMatchObject({ success: true, data: { name: "Fern" }, attempts: 1 });
  expect(peer.requests).toEqual(['{"id":1,"name":"Fern"}']);
});

/** A `fetch` of the caller's own, which trusts a certificate that the process does not. */
function fetchTrusting(certificate: string): PlantStoreFetch {
  return (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = httpsRequest(url, {
        ca: readPem(certificate),
        method,
        headers: Object.fromEntries(new Headers(headers)),
        ...(signal && { signal }),
      });
      request.on("error", reject).on("response", (response) => {
        resolve(
          new Response(Readable.toWeb(response) as ReadableStream, { status: response.statusCode ?? 0 }),
        );
      });
      request.end(body);
    });
}

test("a certificate that the caller's fetch trusts is accepted", async () => {
  const peer = await tlsPeer("self-signed");
  const options = { baseUrl: peer.url, token: TOKEN, fetch: fetchTrusting("self-signed") };
  const result = await safeCreatePlant(fern, options);
  expect(result).toMatchObject({ success: true, data: { name: "Fern" }, attempts: 1 });
  expect(peer.requests).toEqual(['{"id":1,"name":"Fern"}']);
});

test("a certificate that the caller's fetch does not trust is known for what it is, though the error is bare", async () => {
  const peer = await tlsPeer("other-name");
  const options = { baseUrl: peer.url, token: TOKEN, fetch: fetchTrusting("other-name") };
  const result = await safeCreatePlant(fern, options);
  expect(result).toMatchObject({
    success: false,
    error: {
      kind: "connection",
      outcome: "not-created",
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
      attempts: 1,
    },
  });
  expect(peer.requests).toEqual([]);
});
