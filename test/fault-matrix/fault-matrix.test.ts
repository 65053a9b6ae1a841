/** Runs every kind of network fault that we could think of. Each case states the one result that its call must have. */
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readPem } from "../support/pem.ts";
import { invalidResponses } from "./invalid-responses.ts";
import { reusedConnections } from "./reused-connections.ts";
import { type FaultCase, runCases, runSilentCases } from "./run-cases.ts";
import { everyStatus, foreignSuccesses } from "./statuses.ts";
import { failedHandshakes, stalledHandshakes } from "./tls.ts";
import { retriedTruncated, stalled, tlsStalled, tlsTruncated, truncated } from "./truncation.ts";

const groups: [name: string, cases: FaultCase[], run?: typeof runCases][] = [
  ["a response truncated after each byte", truncated],
  ["a response that stalls after each byte", stalled, runSilentCases],
  ["TLS: a truncated response", tlsTruncated],
  ["TLS: a response that stalls", tlsStalled, runSilentCases],
  ["retryUnknown: a truncated response", retriedTruncated],
  ["every status", everyStatus],
  ["a TLS handshake that fails", failedHandshakes],
  ["a TLS handshake that stalls", stalledHandshakes, runSilentCases],
  ["a 2xx that may not come from the store", foreignSuccesses],
  ["a reused connection that is lost", reusedConnections],
  ["an unusual, invalid, endless or premature response", invalidResponses],
];

beforeAll(() => {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, readPem("self-signed")]);
  return () => setDefaultCACertificates(before);
});

test.each(groups)("each call has the expected result: %s", async (_name, cases, run = runCases) => {
  const warnings: Error[] = []; // Of Node, such as one about too many listeners.
  const collect = (warning: Error) => void warnings.push(warning);
  process.on("warning", collect);
  onTestFinished(() => void process.off("warning", collect));
  await run(cases);
  expect(warnings).toEqual([]);
});
