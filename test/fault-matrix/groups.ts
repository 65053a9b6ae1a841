/** The groups of the fault matrix, and how each is run. */
import { cuts, retriedCuts, silences, tlsCuts, tlsSilences } from "./cuts.ts";
import { framings } from "./framing.ts";
import { interimAnswers, interimSilences } from "./interim.ts";
import { keptConnections } from "./kept-connections.ts";
import { floodCases, lieCases } from "./lies.ts";
import { type FaultCase, type Run, runCases, runSilences } from "./matrix.ts";
import { proxyPages } from "./proxy-pages.ts";
import { brokenHandshakes, silentHandshakes, strangersCertificate, wrongCertificates } from "./secure.ts";
import { byDefault, withoutBody, withRetryUnknown } from "./statuses.ts";

export interface Group {
  /** What its calls have in common. */
  name: string;
  cases: FaultCase[];
  run: (cases: FaultCase[]) => Promise<Run[]>;
  /** The certificates that the process trusts meanwhile. */
  trusts?: string[];
}

const trusted = ["self-signed"];

export const groups: Group[] = [
  { name: "an answer, cut after each byte by a FIN or an RST", cases: cuts, run: runCases },
  { name: "an answer, and silence after each byte", cases: silences, run: runSilences },
  { name: "over TLS: an answer, cut after each byte", cases: tlsCuts, run: runCases, trusts: trusted },
  {
    name: "over TLS: an answer, and silence after each byte",
    cases: tlsSilences,
    run: runSilences,
    trusts: trusted,
  },
  { name: "retryUnknown: an answer, cut after each byte", cases: retriedCuts, run: runCases },
  { name: "every status", cases: [...byDefault, ...withoutBody], run: runCases },
  { name: "retryUnknown: every status", cases: withRetryUnknown, run: runCases },
  { name: "each framing with each encoding", cases: framings, run: runCases },
  { name: "a certificate that nobody trusts", cases: strangersCertificate, run: runCases },
  {
    name: "a certificate that has expired, or is another's",
    cases: wrongCertificates,
    run: runCases,
    trusts: ["expired", "other-name"],
  },
  { name: "a TLS handshake that breaks off", cases: brokenHandshakes, run: runCases },
  { name: "a TLS handshake that falls silent", cases: silentHandshakes, run: runSilences },
  { name: "a proxy's page", cases: proxyPages, run: runCases },
  { name: "interim answers", cases: interimAnswers, run: runCases },
  { name: "interim answers, then silence", cases: interimSilences, run: runSilences },
  { name: "a kept connection that is lost", cases: keptConnections, run: runCases },
  { name: "a flood", cases: floodCases, run: runCases },
  { name: "what is no answer, or comes too early", cases: lieCases, run: runCases },
];
