/** A connection that is kept after a good call, and lost as the next one begins: the plant must never travel twice. */

import type { Ending, FaultCase } from "./matrix.ts";
import { hangUp, type Move, reset, say, when } from "./moves.ts";
import { answer, goodAnswer } from "./responses.ts";

/** Another call's plant, whole and well. */
const unasked = say(answer(200, '{"name":"Nettle"}'));
const garbage = say("\0\0\0\0");

/** How the second call ends; one request is the first call's. Of attempts, only its own count. */
const lost: Ending = { kind: "connection", outcome: "unknown", requests: 2, attempts: 1, connections: 1 };
const success: Ending = { kind: "success", outcome: "created", requests: 2, attempts: 1 };

/** What the peer does; what becomes of a request that is on its way by then, and of one that has arrived. */
const moves: [string, Move[], Ending, Ending][] = [
  ["a FIN", [hangUp], lost, lost],
  ["an RST", [reset], { ...lost, requests: 1 }, lost],
  ["garbage", [garbage], lost, lost],
  ["garbage and a FIN", [garbage, hangUp], lost, lost],
  // HTTP/1.1 has nothing that tells whose answer it is.
  [
    "an answer that nobody asked for",
    [unasked],
    { ...success, connections: 1 },
    { ...success, connections: 1 },
  ],
];

/** Too late to be noticed: the request follows on the same connection. */
const unnoticed = moves.map(
  ([name, actions, ending]): FaultCase => ({
    name: `kept: ${name} as the next request is written`,
    connection: "kept",
    peer: { answers: [[say(goodAnswer), when("writing"), ...actions], [say(goodAnswer)]] },
    ending,
  }),
);

const onArrival = moves.map(
  ([name, actions, , ending]): FaultCase => ({
    name: `kept: ${name} when the next request arrives`,
    connection: "kept",
    peer: { answers: [[say(goodAnswer)], actions] },
    ending,
  }),
);

const noticed = moves.map(
  ([name, actions]): FaultCase => ({
    name: `kept: ${name} that is noticed before the next call`,
    connection: "lost",
    peer: { answers: [[say(goodAnswer), when("before"), ...actions], [say(goodAnswer)]] },
    ending: { ...success, connections: 2 },
  }),
);

/** Whether fetch notices it before it writes or in writing, it gives the call up. */
const resetAsCallBegins: FaultCase = {
  name: "kept: an RST as the next call begins",
  connection: "kept",
  peer: { answers: [[say(goodAnswer), when("request"), reset], [say(goodAnswer)]] },
  ending: { ...lost, requests: 1 },
};

export const keptConnections: FaultCase[] = [...unnoticed, ...onArrival, ...noticed, resetAsCallBegins];
