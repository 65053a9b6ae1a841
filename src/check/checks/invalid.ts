/** Checks of plants that are not valid, or that the specification does not describe. */
import type { Rejection } from "../../contract/rules.ts";
import { describeRejection, isSameRejection } from "../session/judge.ts";
import { type Finding, fact, Inconclusive, pass } from "../session/report.ts";
import { type Session, type Try, toJson } from "../session/session.ts";
import type { Check } from "./check.ts";

/** A body that is not valid. */
interface InvalidBody {
  name: Check["name"];
  what: string;
  /** By default, the id of the body is one of `session.plant()`. */
  isBeyondInt64?: boolean;
  body: (id: bigint, name: string) => string;
}

const MISSING_NAME: InvalidBody = {
  name: "missing-name",
  what: "a plant without a name",
  body: (id) => `{"id":${id}}`,
};

const INVALID_BODIES: InvalidBody[] = [
  MISSING_NAME,
  { name: "missing-id", what: "a plant without an id", body: (_, name) => toJson({ name }) },
  { name: "name-number", what: "a plant whose name is a number", body: (id) => `{"id":${id},"name":42}` },
  {
    name: "id-string",
    what: "a plant whose id is a string",
    body: (id, name) => toJson({ id: String(id), name }),
  },
  {
    name: "id-fraction",
    what: "a plant whose id is a fraction",
    body: (id, name) => `{"id":${id}.5,"name":${JSON.stringify(name)}}`,
  },
  {
    name: "id-overflow",
    what: "a plant whose id is above 2^63-1",
    isBeyondInt64: true,
    body: (id, name) => toJson({ id, name }),
  },
];

export function sendInvalidBody(session: Session, { what, body, isBeyondInt64 }: InvalidBody, id?: bigint) {
  const plant = session.plant(id === undefined ? {} : { id });
  const used = isBeyondInt64 ? session.ids.nextBeyondInt64() : plant.id;
  return session.sendInvalid(body(used, plant.name), what, used);
}

/** Sends a body that was rejected before. @throws Inconclusive if none was */
export async function sendRejectedBody(
  session: Session,
  id?: bigint,
): Promise<Try & { rejection: Rejection }> {
  const body = INVALID_BODIES.find(({ name }) => name === session.found.rejectedBody);
  if (body === undefined) throw new Inconclusive("no plant that is not valid was rejected");
  const { verdict, steps } = await sendInvalidBody(session, body, id);
  if (verdict.rejection === undefined) throw new Inconclusive(`received ${verdict.received}`);
  return { verdict, steps, rejection: verdict.rejection };
}

const rejectsInvalidBody = (body: InvalidBody): Check => ({
  name: body.name,
  sends: body.what,
  run: async (session) => {
    const rejection = await session.rejectionOf(() => sendInvalidBody(session, body));
    if (body === MISSING_NAME && rejection) session.found.rules.invalid = rejection;
    if (rejection === undefined) return fact("not rejected");
    session.found.rejectedBody ??= body.name;
    return rejection.status === 400 ? pass(describeRejection(rejection)) : fact(describeRejection(rejection));
  },
});

export const INVALID_CHECKS: Check[] = [
  ...INVALID_BODIES.map(rejectsInvalidBody),
  {
    name: "content-type",
    sends: "a plant as text/plain",
    run: (session) =>
      findOut(session, { "content-type": "text/plain" }, {}, (rejection) =>
        rejection ? `text/plain: ${describeRejection(rejection)}` : "also accepts text/plain",
      ),
  },
  {
    name: "rejection-stable",
    sends: "a plant that is not valid, three times",
    run: async (session) => {
      const rejections: Rejection[] = [];
      for (let index = 0; index < 3; index++) {
        const { rejection } = await sendRejectedBody(session);
        rejections.push(rejection);
      }
      const isStable = rejections.every((rejection) => isSameRejection(rejection, rejections[0]));
      session.found.isStable = isStable;
      if (isStable) return pass("the same three times");
      delete session.found.rules.invalid;
      return fact(`differs: ${rejections.map(describeRejection).join(", ")}`);
    },
  },
  {
    name: "unknown-field",
    sends: "a plant with a field that the specification does not have",
    run: (session) =>
      findOut(session, {}, { plantStoreSdkCheck: true }, (rejection) => {
        session.found.rules.unknownFields = rejection ?? "ignored";
        return rejection ? `rejected: ${describeRejection(rejection)}` : "ignored";
      }),
  },
];

/** Sends a valid plant, with something added, and describes what the service does. */
async function findOut(
  session: Session,
  headers: Record<string, string>,
  fields: object,
  describe: (rejection: Rejection | undefined) => string,
): Promise<Finding> {
  const { rejection } = await session.decide(() => session.sendValid(session.plant(), { headers }, fields));
  return fact(describe(rejection));
}
