/** Checks of names and tags: characters, lengths, unique names. */
import { isSameRejection, type Rejection } from "../../../src/contract/rules.ts";
import type { CheckRun } from "../run/check-run.ts";
import { RARE_BELOW } from "../run/random-texts.ts";
import { fact, pass, reported } from "../run/report.ts";
import { Skip } from "../run/stop.ts";
import { bisect } from "./bisect.ts";
import type { Check } from "./check.ts";

/** Longer texts are not tried, code points. */
const LONGEST = 300;

export const TEXT_CHECKS: Check[] = [
  {
    name: "text-exact",
    sends: "a plant whose name has an accent, an emoji, a quote, a backslash and a space at its end",
    find: async (run) => {
      const { nameLength = 0, tagLength = 0 } = run.found;
      const odd = 'é🌿"\\ ';
      const length = nameLength - [...odd].length;
      if (length < 1) throw new Skip("the accepted names are too short");
      const { kind, received, violation } = await run.decide(() => {
        const name = run.texts.next(length) + odd;
        return run.sendValid(run.plant({ name, ...(tagLength >= 4 && { tag: " ü🌿 " }) }));
      });
      if (violation) return reported(violation);
      return kind === "accepted" ? pass("unchanged") : fact(`rejected: ${received}`);
    },
  },
  {
    name: "name-length",
    finds: ["name.minLength", "name.maxLength"],
    sends: `plants with names of 0 to ${LONGEST} code points, by bisection`,
    find: async (run) => {
      const { found } = run;
      const { nameLength = 1 } = found;
      const accepts = async (length: number): Promise<boolean> => {
        const first = await rejectionOf(run, { name: run.texts.next(length) });
        if (length === 0) found.emptyName = first;
        // Letters may be taken, or rare characters not allowed.
        if (first === undefined || length === 0 || length >= RARE_BELOW) return first === undefined;
        return (await rejectionOf(run, { name: run.texts.next(length, false) })) === undefined;
      };
      const minLength = await findMin(accepts, nameLength);
      const maxLength = await findMax(accepts, nameLength);
      found.rules.name = { minLength, maxLength };
      return fact(describeRange(minLength, maxLength));
    },
  },
  {
    name: "tag-length",
    finds: ["tag.maxLength"],
    sends: `plants with tags of up to ${LONGEST} code points, by bisection`,
    find: async (run) => {
      const accepts = async (length: number): Promise<boolean> =>
        (await rejectionOf(run, { tag: run.texts.next(length) })) === undefined;
      const known = run.found.tagLength ?? ((await accepts(0)) ? 0 : undefined);
      if (known === undefined) return fact("rejects every tag");
      const maxLength = await findMax(accepts, known);
      run.found.rules.tag = { maxLength };
      return fact(describeRange(0, maxLength));
    },
  },
  {
    name: "name-unique",
    sends: "two plants with one name",
    finds: ["name.unique"],
    find: async (run) => {
      const { rules, emptyName } = run.found;
      const first = run.plant();
      await run.create(first);
      const { rejection, summary } = await run.decide(() => run.sendValid(run.plant({ name: first.name })));
      rules.name = { ...rules.name, unique: rejection ?? false };
      // The empty name may have been taken by a run before this one.
      if (rejection && emptyName && rules.name.minLength === 1 && isSameRejection(rejection, emptyName)) {
        const { minLength, ...name } = rules.name;
        rules.name = isSameRejection(rejection, rules.invalid) ? name : { ...name, minLength: 0 };
      }
      return fact(rejection ? `names are unique: ${summary}` : "names need not be unique");
    },
  },
];

/** Sends a plant with this text. Returns how it was rejected, or undefined. */
async function rejectionOf(
  run: CheckRun,
  text: { name: string } | { tag: string },
): Promise<Rejection | undefined> {
  const { rejection } = await run.decide(async () => {
    const { verdict, steps } = await run.sendValid(run.plant(text));
    // An empty tag may be dropped: that changes nothing that a reader could see.
    const isEmpty = Object.values(text)[0] === "";
    return { verdict: isEmpty ? { ...verdict, violation: undefined } : verdict, steps };
  });
  return rejection;
}

/** @param known a length that is accepted */
async function findMax(accepts: (length: number) => Promise<boolean>, known: number): Promise<number | null> {
  return (await accepts(LONGEST)) ? null : bisect(accepts, known, LONGEST);
}

/** @param known a length that is accepted */
async function findMin(accepts: (length: number) => Promise<boolean>, known: number): Promise<number> {
  if (await accepts(0)) return 0;
  return known === 1 || (await accepts(1)) ? 1 : bisect(accepts, known, 1);
}

function describeRange(min: number, max: number | null): string {
  return max === null
    ? `${min} or more code points; no limit up to ${LONGEST}`
    : `${min} to ${max} code points`;
}
