/** Checks of names and tags: characters, lengths, unique names. */
import type { Rejection } from "../../contract/rules.ts";
import { describeRejection, isSameRejection } from "../session/judge.ts";
import { fact, pass, reported, skipped } from "../session/report.ts";
import type { Session } from "../session/session.ts";
import type { Check } from "./check.ts";

/** Longer texts are not tried, code points. */
const LONGEST = 300;

/** Below this length, letters may be taken or rare characters not allowed: both are tried. */
const SHORT = 4;

export const TEXT_CHECKS: Check[] = [
  {
    name: "text-exact",
    sends: "a plant whose name has spaces at its ends, an accent, an emoji, a quote and a backslash",
    run: async (session) => {
      const { nameLength = 0, tagLength = 0 } = session.found;
      const odd = ' é🌿"\\';
      const length = nameLength - [...odd].length - 1;
      if (length < 1) return skipped("the accepted names are too short");
      const { kind, received, violation } = await session.decide(() => {
        const name = `${odd}${session.texts.next(length)} `;
        return session.sendValid(session.plant({ name, ...(tagLength >= 4 && { tag: " ü🌿 " }) }));
      });
      if (violation) return reported(violation.expected);
      return kind === "accepted" ? pass("unchanged") : fact(`rejected: ${received}`);
    },
  },
  {
    name: "name-length",
    sends: `plants with names of 0 to ${LONGEST} code points, by bisection`,
    run: async (session) => {
      const { found } = session;
      const { nameLength = 1 } = found;
      const accepts = async (length: number): Promise<boolean> => {
        const first = await accept(session, { name: session.texts.next(length) });
        if (length === 0) found.emptyName = first;
        if (first === undefined || length === 0 || length >= SHORT) return first === undefined;
        return (await accept(session, { name: session.texts.next(length, false) })) === undefined;
      };
      const minLength = await findMin(accepts, nameLength);
      const maxLength = await findMax(accepts, nameLength);
      found.rules.name = { minLength, maxLength };
      return fact(describeRange(minLength, maxLength));
    },
  },
  {
    name: "tag-length",
    sends: `plants with tags of up to ${LONGEST} code points, by bisection`,
    run: async (session) => {
      const accepts = async (length: number): Promise<boolean> =>
        (await accept(session, { tag: session.texts.next(length) })) === undefined;
      const known = session.found.tagLength ?? ((await accepts(0)) ? 0 : undefined);
      if (known === undefined) return fact("rejects every tag");
      const maxLength = await findMax(accepts, known);
      session.found.rules.tag = { maxLength };
      return fact(describeRange(0, maxLength));
    },
  },
  {
    name: "name-unique",
    sends: "two plants with one name",
    run: async (session) => {
      const { rules, emptyName } = session.found;
      const first = session.plant();
      await session.create(first);
      const { rejection } = await session.decide(() =>
        session.sendValid(session.plant({ name: first.name })),
      );
      rules.name = { ...rules.name, unique: rejection ?? false };
      // The empty name may have been taken by a run before this one.
      if (rejection && emptyName && rules.name.minLength === 1 && isSameRejection(rejection, emptyName)) {
        const { minLength, ...name } = rules.name;
        rules.name = isSameRejection(rejection, rules.invalid) ? name : { ...name, minLength: 0 };
      }
      return fact(
        rejection ? `names are unique: ${describeRejection(rejection)}` : "names need not be unique",
      );
    },
  },
];

/** Sends a plant with this text. Returns how it was rejected, or undefined. */
async function accept(
  session: Session,
  text: { name: string } | { tag: string },
): Promise<Rejection | undefined> {
  const { rejection } = await session.decide(async () => {
    const { verdict, steps } = await session.sendValid(session.plant(text));
    // An empty tag may be dropped: that changes nothing that a reader could see.
    const isEmpty = Object.values(text)[0] === "";
    return { verdict: isEmpty ? { ...verdict, violation: undefined } : verdict, steps };
  });
  return rejection;
}

/** @param known a length that is accepted */
async function findMax(accepts: (length: number) => Promise<boolean>, known: number): Promise<number | null> {
  if (await accepts(LONGEST)) return null;
  let [accepted, rejected] = [known, LONGEST];
  while (rejected - accepted > 1) {
    const middle = Math.floor((accepted + rejected) / 2);
    if (await accepts(middle)) accepted = middle;
    else rejected = middle;
  }
  return accepted;
}

/** @param known a length that is accepted */
async function findMin(accepts: (length: number) => Promise<boolean>, known: number): Promise<number> {
  if (await accepts(0)) return 0;
  if (known === 1 || (await accepts(1))) return 1;
  let [rejected, accepted] = [1, known];
  while (accepted - rejected > 1) {
    const middle = Math.floor((accepted + rejected) / 2);
    if (await accepts(middle)) accepted = middle;
    else rejected = middle;
  }
  return accepted;
}

function describeRange(min: number, max: number | null): string {
  return max === null
    ? `${min} or more code points; no limit up to ${LONGEST}`
    : `${min} to ${max} code points`;
}
