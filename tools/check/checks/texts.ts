/** Checks of names and tags: characters, lengths, unique names. */
import { plural } from "../../../src/common/format-count.ts";
import { isSameRejection, type Rejection } from "../../../src/contract/rules.ts";
import type { Plant } from "../../../src/contract/schemas.ts";
import type { CheckRun } from "../run/check-run.ts";
import { Skip } from "../run/early-finding.ts";
import { describeRejection } from "../run/judge.ts";
import { RARE_BELOW } from "../run/random-texts.ts";
import { type Finding, fact, pass, reported } from "../run/report.ts";
import { bisect } from "./bisect.ts";
import type { Check } from "./check.ts";
import { NAME_LENGTHS } from "./creation.ts";

/** Longer texts are not tried, characters. */
const LONGEST = 300;

export const TEXT_CHECKS: Check[] = [
  {
    name: "name-unique",
    sends: "two plants with one name",
    finds: ["name.unique"],
    find: async (run) => {
      const first = run.plant();
      await run.create(first);
      const { rejection, summary } = await run.decide(() => run.sendValid(run.plant({ name: first.name })));
      run.found.rules.name = { ...run.found.rules.name, unique: rejection ?? false };
      return fact(rejection ? `names are unique: ${summary}` : "names need not be unique");
    },
  },
  {
    name: "name-length",
    sends: `plants with names of 0 to ${LONGEST} characters, by bisection`,
    finds: ["name.minLength", "name.maxLength"],
    mayFind: ["name.range"],
    find: async (run) => {
      const { nameLength = 1, rules } = run.found;
      const { unique } = rules.name ?? {};
      /** Lengths whose name may be taken, or too short. */
      const unsure: number[] = [];
      const reject = (length: number, isRare = false) =>
        rejectionOf(run, { name: run.texts.next(length, isRare) });
      const isAccepted = async (length: number) => {
        const rejection = await reject(length);
        if (rejection === undefined) return true;
        if (!unique || !isSameRejection(rejection, unique)) {
          run.findRejection("name.range", rejection);
          return false;
        }
        const range = rules.name?.range ?? rules.invalid;
        if (range && !isSameRejection(unique, range)) return true; // Taken, so it was accepted before.
        // A rare one is not taken, but has more bytes.
        const isRareAccepted = length > 0 && length < RARE_BELOW && !(await reject(length, true));
        if (length === 0 || isRareAccepted) unsure.push(length);
        return isRareAccepted;
      };
      const tooLong = await reject(LONGEST);
      if (tooLong) run.findRejection("name.range", tooLong);
      const maxLength = tooLong ? await bisect(isAccepted, nameLength, LONGEST) : null;
      rules.name = { ...rules.name, maxLength };
      // Longer names than that of the first plant, if they are accepted, are rarely taken.
      if (maxLength !== null && maxLength >= RARE_BELOW)
        run.found.nameLength = Math.min(maxLength, NAME_LENGTHS[0]);
      let shortest = 0;
      if (!(await isAccepted(0)))
        shortest = (await isAccepted(1)) ? 1 : await bisect(isAccepted, nameLength, 1);
      const isSure = !unsure.includes(shortest) && !unsure.includes(shortest - 1);
      rules.name = { ...rules.name, minLength: isSure ? shortest : undefined };
      return describeLengths("name", rules.name.minLength, maxLength, tooLong);
    },
  },
  {
    name: "tag-length",
    sends: `plants with tags of up to ${LONGEST} characters, by bisection`,
    finds: ["tag.maxLength"],
    mayFind: ["tag.range"],
    find: async (run) => {
      const { found } = run;
      const reject = (length: number) => rejectionOf(run, { tag: run.texts.next(length, false) });
      const empty = await reject(0);
      const known = found.tagLength ?? (empty ? undefined : 0);
      if (known === undefined) return fact("rejects each tag that was sent", ["a tag"]);
      const tooLong = await reject(LONGEST);
      const isAccepted = async (length: number) => (await reject(length)) === undefined;
      const maxLength = tooLong ? await bisect(isAccepted, known, LONGEST) : null;
      if (tooLong) run.findRejection("tag.range", tooLong);
      found.rules.tag = { ...found.rules.tag, maxLength };
      return describeLengths("tag", empty ? undefined : 0, maxLength, tooLong, empty ? ["an empty tag"] : []);
    },
  },
  {
    name: "length-unit",
    sends: "a plant whose name or tag is as long as possible, with é, and one with an emoji",
    mayFind: ["lengths"],
    find: async (run) => {
      const { rules } = run.found;
      const field = rules.name?.maxLength ? "name" : "tag";
      const max = rules[field]?.maxLength;
      if (!max) return fact("no length is limited");
      const accepts = async (character: string, letters: number) => {
        if (letters < 0) return false;
        const text = run.texts.next(letters, false) + character;
        return (await rejectionOf(run, { [field]: text })) === undefined;
      };
      if (await accepts("é", max - 1)) {
        if (await accepts("🌿", max - 1)) rules.lengths = "code-points";
        else if (await accepts("🌿", max - 2)) rules.lengths = "utf-16";
      } else if (await accepts("é", max - 2)) rules.lengths = "bytes";
      return fact(rules.lengths ?? "unknown: rejects é or an emoji also in a shorter text");
    },
  },
  {
    name: "text-exact",
    sends: "a plant whose name has an accent, an emoji, a quote, a backslash and a space at its end",
    find: async (run) => {
      const { nameLength = 0, rules } = run.found;
      const [odd, oddTag] = ['é🌿"\\ ', " ü🌿 "];
      const lengthOf = (text: string) => {
        if (rules.lengths === "code-points") return [...text].length;
        return rules.lengths === "utf-16" ? text.length : new TextEncoder().encode(text).length;
      };
      const length = nameLength - lengthOf(odd);
      if (length < 1) throw new Skip("the accepted names are too short");
      const { maxLength = 0 } = rules.tag ?? {};
      const tag = (maxLength ?? LONGEST) >= lengthOf(oddTag) && { tag: oddTag };
      const { kind, received, violation } = await run.decide(() =>
        run.sendValid(run.plant({ name: run.texts.next(length) + odd, ...tag })),
      );
      if (violation) return reported(violation);
      if (kind === "accepted") return pass("unchanged");
      return fact(`rejected: ${received}`, ["é, an emoji, a quote, a backslash or a space at its end"]);
    },
  },
];

/** Sends a plant with this text. Returns how it was rejected, or undefined. */
async function rejectionOf(run: CheckRun, text: Partial<Plant>): Promise<Rejection | undefined> {
  const { rejection } = await run.decide(async () => {
    const { verdict, steps } = await run.sendValid(run.plant(text));
    // An empty tag may be dropped: that changes nothing that a reader could see.
    return { verdict: text.tag === "" ? { ...verdict, violation: undefined } : verdict, steps };
  });
  return rejection;
}

function describeLengths(
  field: "name" | "tag",
  min: number | undefined,
  max: number | null,
  tooLong: Rejection | undefined,
  tooShort = min ? [min === 1 ? `an empty ${field}` : `a ${field} of fewer than ${min} characters`] : [],
): Finding {
  const from = min === undefined ? "" : `${min} or more characters; `;
  if (max === null || !tooLong) return fact(`${from}no limit up to ${LONGEST}`, tooShort);
  const detail = `${min === undefined ? "up" : min} to ${max} characters; longer: ${describeRejection(tooLong)}`;
  return fact(detail, [...tooShort, `a ${field} of more than ${plural(max, "character")}`]);
}
