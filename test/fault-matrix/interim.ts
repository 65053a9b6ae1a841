/** Interim answers (RFC 9110 section 15.2), which announce a final one. */

import type { Ending, FaultCase } from "./matrix.ts";
import { flood, hangUp, type Move, reset, say } from "./moves.ts";
import { answer, ERROR_TEXT, goodAnswer, head } from "./responses.ts";

const hints = head(103, { link: "</plants>; rel=preload" });

const success: Ending = { kind: "success", outcome: "created", requests: 1 };
const lost: Ending = { kind: "connection", outcome: "unknown", requests: 1 };

const rows: [string, Move[], Ending][] = [
  ["102, then a 200", [say(head(102) + goodAnswer)], success],
  ["103 with links, then a 200", [say(hints + goodAnswer)], success],
  ["103 in a packet of its own, then a 200", [say(hints), say(goodAnswer)], success],
  ["an interim status that nobody knows, then a 200", [say(head(199) + goodAnswer)], success],
  ["103 that claims a body, then a 200", [say(head(103, { "content-length": 15 }) + goodAnswer)], success],
  ["a thousand, then a 200", [say(hints.repeat(1000) + goodAnswer)], success],
  [
    "103, then a 400",
    [say(hints + answer(400, ERROR_TEXT))],
    { kind: "rejected", outcome: "not-created", requests: 1 },
  ],
  [
    "103, then a 503",
    [say(hints + answer(503, "busy"))],
    { kind: "unexpected-response", outcome: "unknown", requests: 1 },
  ],
  // RFC 9110 would have it passed over; Node's fetch refuses a 100 that it did not ask for.
  ["100, then a 200", [say(head(100) + goodAnswer)], lost],
  ["101, then a 200", [say(head(101) + goodAnswer)], lost],
  [
    "101 that changes the protocol",
    [say(head(101, { connection: "upgrade", upgrade: "websocket" }) + goodAnswer)],
    lost,
  ],
  ["103, then a FIN", [say(hints), hangUp], lost],
  ["103, then an RST", [say(hints), reset], lost],
  ["half a 103, then a FIN", [say(hints.slice(0, 20)), hangUp], lost],
  ["half a 103, then an RST", [say(hints.slice(0, 20)), reset], lost],
  ["103 and half a status line, then a FIN", [say(`${hints}HTTP/1.1 20`), hangUp], lost],
];

export const interimAnswers: FaultCase[] = [
  ...rows.map(([name, moves, ending]) => ({ name: `interim: ${name}`, peer: { answers: [moves] }, ending })),
  {
    name: "interim: 103 without end",
    peer: { answers: [[flood(hints.repeat(100))]] },
    options: { timeout: 1_000 },
    ending: { kind: "timeout", outcome: "unknown", requests: 1 },
  },
];

export const interimSilences: FaultCase[] = [
  {
    name: "interim: 103, then silence",
    peer: { answers: [[say(hints)]] },
    ending: { kind: "timeout", outcome: "unknown", requests: 1 },
  },
];
