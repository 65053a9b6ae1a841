/** Checks of valid plants, and of tokens. */
import { describeRejection } from "../session/judge.ts";
import { type Finding, fact, pass, reported } from "../session/report.ts";
import { type Session, toJson, type ValidPlant } from "../session/session.ts";
import type { Check } from "./check.ts";

/** Lengths of names and tags, in code points: shorter ones are tried if a service rejects the first. */
const NAME_LENGTHS = [30, 8, 1];
const TAG_LENGTHS = [5, 1];

export const CREATION_CHECKS: Check[] = [
  {
    name: "create",
    sends: "a plant with a tag; up to five more with shorter texts if it is rejected",
    run: async (session) => {
      const lengths = NAME_LENGTHS.flatMap((name) => TAG_LENGTHS.map((tag) => [name, tag] as const));
      return createFirst(session, lengths, (tagLength) => {
        session.found.tagLength = tagLength;
      });
    },
  },
  {
    name: "create-without-tag",
    sends: "a plant without a tag",
    run: async (session) => {
      const { nameLength } = session.found;
      const names = nameLength === undefined ? NAME_LENGTHS : [nameLength];
      const finding = await createFirst(
        session,
        names.map((name) => [name, undefined] as const),
        () => {
          session.found.needsTag = false;
        },
      );
      session.found.needsTag ??= session.found.tagLength !== undefined;
      return finding;
    },
  },
  {
    name: "auth-required",
    sends: "a plant without a token, and one with a wrong token",
    run: async (session) => {
      const send = (token: "none" | "wrong", what: string) =>
        session.rejectionOf(() => {
          const plant = session.plant();
          return session.sendInvalid(toJson(plant), what, plant.id, { token });
        });
      const missing = await send("none", "a plant without a token");
      const wrong = await send("wrong", "a plant with a wrong token");
      session.found.rules.unauthorized = { ...(missing && { missing }), ...(wrong && { wrong }) };
      const texts = [missing, wrong].map((rejection) =>
        rejection ? describeRejection(rejection) : "accepted",
      );
      return fact(`without a token ${texts[0]}; with a wrong one ${texts[1]}`);
    },
  },
];

/** Sends plants with texts of these lengths until one is accepted. */
async function createFirst(
  session: Session,
  lengths: (readonly [name: number, tag: number | undefined])[],
  onAccepted: (tagLength: number | undefined) => void,
): Promise<Finding> {
  let rejected = "";
  for (const [nameLength, tagLength] of lengths) {
    const verdict = await session.decide(() => {
      const plant: ValidPlant = { id: session.ids.next(), name: session.texts.next(nameLength) };
      if (tagLength !== undefined) plant.tag = session.texts.next(tagLength);
      return session.sendValid(plant);
    });
    if (verdict.kind === "accepted") {
      session.found.nameLength ??= nameLength;
      onAccepted(tagLength);
      if (verdict.violation) return reported(verdict.violation.expected);
      return verdict.remark === undefined ? pass("created") : fact(`created, but ${verdict.remark}`);
    }
    rejected = verdict.received;
    // Shorter texts do not help.
    if (verdict.rejection === undefined || [401, 403].includes(verdict.rejection.status)) break;
  }
  const advice = session.settings.ids ? "" : ". If it needs smaller ids, name a range of them";
  return fact(`rejects a plant that is valid by the specification: ${rejected}${advice}`);
}
