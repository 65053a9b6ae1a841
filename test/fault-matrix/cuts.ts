/** Answers that end too early, after each of their bytes: by a FIN, by an RST, or in silence. */

import type { Ending, FaultCase } from "./matrix.ts";
import { cutOff, hangUp, type Move, reset, say, when } from "./moves.ts";
import {
  answer,
  breakdown,
  chunkedAnswer,
  ERROR_TEXT,
  goodAnswer,
  plainAnswer,
  refusal,
  shortAnswer,
  unmeasuredAnswer,
  type WholeAnswer,
} from "./responses.ts";

/** How an answer ends: what the peer does after its last byte, and what an unfinished answer is to the client. */
interface Way {
  name: string;
  move?: Move;
  unfinished: Ending["kind"];
}

const fin: Way = { name: "a FIN", move: hangUp, unfinished: "connection" };
const bareFin: Way = { name: "a FIN without close_notify", move: cutOff, unfinished: "connection" };
const rst: Way = { name: "an RST", move: reset, unfinished: "connection" };
const silence: Way = { name: "silence", unfinished: "timeout" };

/** How far an answer came: a status counts when the headers are whole. */
type Part = "head" | "body" | "whole";

function partOf({ head, body, endsWithConnection }: WholeAnswer, way: Way, cut: number): Part {
  if (cut < head.length) return "head";
  const isEnded = way !== silence || !endsWithConnection;
  return cut === head.length + body.length && isEnded ? "whole" : "body";
}

/** As docs/errors-and-outcomes.md has it: no status is an unknown outcome; a status decides, whatever happens to the body. */
function endingOf(cutAnswer: WholeAnswer, way: Way, part: Part): Ending {
  const { outcome, kind, endsWithConnection } = cutAnswer;
  if (part === "whole") return { kind, outcome, requests: 1 };
  // If the end of the connection is the end of the body, half a text was sent. To fetch, an RST is such an end too.
  const isHalfText = part === "body" && endsWithConnection && way !== silence;
  if (isHalfText) return { kind: "unexpected-response", outcome, requests: 1 };
  return {
    kind: way.unfinished,
    outcome: part === "head" ? "unknown" : outcome,
    requests: 1,
    hasCode: way !== silence,
  };
}

/** What the client must have seen before the peer goes on: an RST destroys what is still on the way. */
function seen({ endsWithConnection }: WholeAnswer, part: Part): "sent" | "response" | "settled" {
  if (part === "head") return "sent";
  return part === "body" || endsWithConnection ? "response" : "settled";
}

function movesOf(cutAnswer: WholeAnswer, way: Way, part: Part, cut: number): Move[] {
  const written = say((cutAnswer.head + cutAnswer.body).slice(0, cut));
  if (way === rst) return [written, when(seen(cutAnswer, part)), reset];
  return way.move ? [written, way.move] : [written];
}

function cutsOf(cutAnswer: WholeAnswer, way: Way): { name: string; moves: Move[]; part: Part }[] {
  const length = cutAnswer.head.length + cutAnswer.body.length;
  return Array.from({ length: length + 1 }, (_, cut) => {
    const part = partOf(cutAnswer, way, cut);
    const name = `${cutAnswer.name}, ${way.name} after byte ${cut} of ${length}`;
    return { name, part, moves: movesOf(cutAnswer, way, part, cut) };
  });
}

function cutCases(cutAnswer: WholeAnswer, way: Way, certificate?: string): FaultCase[] {
  return cutsOf(cutAnswer, way).map(({ name, moves, part }) => ({
    name: certificate ? `TLS: ${name}` : name,
    peer: { answers: [moves], ...(certificate && { certificate }) },
    ending: endingOf(cutAnswer, way, part),
    silentFrom: seen(cutAnswer, part),
  }));
}

const answers = [plainAnswer, chunkedAnswer, unmeasuredAnswer, refusal, breakdown];

export const cuts: FaultCase[] = answers.flatMap((each) => [...cutCases(each, fin), ...cutCases(each, rst)]);
export const silences: FaultCase[] = answers.flatMap((each) => cutCases(each, silence));

export const tlsCuts: FaultCase[] = [fin, bareFin, rst].flatMap((way) =>
  cutCases(shortAnswer, way, "self-signed"),
);
export const tlsSilences: FaultCase[] = cutCases(shortAnswer, silence, "self-signed");

// With retryUnknown.

const createdTwice: Ending = { kind: "success", outcome: "created", requests: 2, possibleDuplicate: true };

/** The answer is cut; what the call comes to by what the next request is answered, and by how far this one came. */
function retriedCases(cutAnswer: WholeAnswer, way: Way, next: string, endings: Record<Part, Ending>) {
  return cutsOf(cutAnswer, way).map(
    ({ name, moves, part }): FaultCase => ({
      name: `retryUnknown: ${name}, then a ${next.slice(9, 12)}`,
      peer: { answers: [moves, [say(next)]] },
      options: { retryUnknown: true, maxRetries: 1 },
      ending: endings[part],
    }),
  );
}

const afterShort: Record<Part, Ending> = {
  head: createdTwice,
  body: { kind: "connection", outcome: "created", requests: 1 },
  whole: { kind: "success", outcome: "created", requests: 1 },
};

export const retriedCuts: FaultCase[] = [
  ...retriedCases(shortAnswer, fin, goodAnswer, afterShort),
  ...retriedCases(shortAnswer, fin, answer(400, ERROR_TEXT), {
    ...afterShort,
    head: { kind: "rejected", outcome: "unknown", requests: 2 },
  }),
  ...retriedCases(refusal, fin, goodAnswer, {
    head: createdTwice,
    body: { kind: "connection", outcome: "not-created", requests: 1 },
    whole: { kind: "rejected", outcome: "not-created", requests: 1 },
  }),
  ...retriedCases(breakdown, rst, goodAnswer, {
    head: createdTwice,
    body: createdTwice,
    whole: createdTwice,
  }),
];
