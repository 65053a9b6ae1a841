/** Trusted and untrusted certificates. test/certificates/README.md describes them. */
import { createServer, request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type PlantStoreFetch, safeCreatePlant } from "plant-store-sdk";
import { expect, onTestFinished, test } from "vitest";
import { plant, TOKEN } from "../support/client.ts";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { readPem } from "../support/pem.ts";
import { listenUntilTestEnds } from "../support/servers.ts";

const key = readPem("key");

/** Starts an HTTPS server that responds with a plant and records the bodies of its requests. */
async function startTlsServer(certificate: string) {
  const requests: string[] = [];
  const server = createServer({ key, cert: readPem(certificate) }, async (request, response) => {
    requests.push(await text(request));
    response.end(PLANT_JSON);
  });
  return { url: `https://127.0.0.1:${await listenUntilTestEnds(server)}`, requests };
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
  const result = await safeCreatePlant(plant, {
    baseUrl: server.url,
    token: TOKEN,
    retryUnknown: true,
    onEvent: ({ type }) => types.push(type),
  });
  expect(result).toMatchObject({ error: { kind: "connection", outcome: "not-created", code, attempts: 1 } });
  expect(!result.success && result.error.message).toMatch(
    /Could not connect to the server.*No plant was created/,
  );
  expect(types).toEqual(["request", "failure"]);
  expect(server.requests).toEqual([]);
});

test("a certificate that the process trusts is accepted", async () => {
  trust("self-signed");
  const server = await startTlsServer("self-signed");
  const result = await safeCreatePlant(plant, { baseUrl: server.url, token: TOKEN });
  expect(result).toMatchObject({ success: true, data: { name: "Fern" }, attempts: 1 });
  expect(server.requests).toEqual(['{"id":1,"name":"Fern"}']);
});

/** A custom `fetch` that trusts a certificate which the process does not trust. */
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

test("a certificate error from a custom fetch is recognized without a wrapping TypeError", async () => {
  const server = await startTlsServer("other-name");
  const options = { baseUrl: server.url, token: TOKEN, fetch: fetchTrusting("other-name") };
  const result = await safeCreatePlant(plant, options);
  expect(result).toMatchObject({
    error: { kind: "connection", outcome: "not-created", code: "ERR_TLS_CERT_ALTNAME_INVALID", attempts: 1 },
  });
  expect(server.requests).toEqual([]);
});
