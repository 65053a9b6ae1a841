/** The groups of the fault matrix. */

import { foreignSuccesses } from "./foreign-successes.ts";
import { framings } from "./framing.ts";
import { interimResponses, stalledInterimResponses } from "./interim-responses.ts";
import { floods, invalidResponses } from "./invalid-responses.ts";
import { reusedConnections } from "./reused-connections.ts";
import { type FaultCase, type Run, runCases, runSilentCases } from "./run-cases.ts";
import { byDefault, withoutBody, withRetryUnknown } from "./statuses.ts";
import { failedHandshakes, stalledHandshakes } from "./tls.ts";
import { retriedTruncated, stalled, tlsStalled, tlsTruncated, truncated } from "./truncation.ts";

export interface Group {
  name: string;
  cases: FaultCase[];
  run: (cases: FaultCase[]) => Promise<Run[]>;
  /** Certificates that the process trusts while the group runs. */
  trustedCertificates?: string[];
}

const trustedCertificates = ["self-signed"];

export const groups: Group[] = [
  { name: "a response truncated after each byte", cases: truncated, run: runCases },
  { name: "a response that stalls after each byte", cases: stalled, run: runSilentCases },
  {
    name: "TLS: a response truncated after each byte",
    cases: tlsTruncated,
    run: runCases,
    trustedCertificates,
  },
  {
    name: "TLS: a response that stalls after each byte",
    cases: tlsStalled,
    run: runSilentCases,
    trustedCertificates,
  },
  { name: "retryUnknown: a response truncated after each byte", cases: retriedTruncated, run: runCases },
  { name: "every status", cases: [...byDefault, ...withoutBody], run: runCases },
  { name: "retryUnknown: every status", cases: withRetryUnknown, run: runCases },
  { name: "framings and encodings", cases: framings, run: runCases },
  { name: "a TLS handshake that fails", cases: failedHandshakes, run: runCases },
  { name: "a TLS handshake that stalls", cases: stalledHandshakes, run: runSilentCases },
  { name: "a 2xx that may not come from the store", cases: foreignSuccesses, run: runCases },
  { name: "interim responses", cases: interimResponses, run: runCases },
  { name: "interim responses, then silence", cases: stalledInterimResponses, run: runSilentCases },
  { name: "a reused connection that is lost", cases: reusedConnections, run: runCases },
  { name: "a flood", cases: floods, run: runCases },
  { name: "an invalid or premature response", cases: invalidResponses, run: runCases },
];
