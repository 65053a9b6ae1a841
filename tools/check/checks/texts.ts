/** Checks of names and tags, and of limits: characters, lengths, unique names, large bodies. */
import { plural } from "../../../src/common/format-count.ts";
import { isSameRejection, type Rejection } from "../../../src/contract/rules.ts";
import { type CheckRun, type Checks, NOT_JSON } from "../run/check-run.ts";
import { describeRejection, type Verdict } from "../run/judge.ts";
import { type Finding, fact, inconclusive, pass, reported, skipped } from "../run/report.ts";
import { MALFORMED } from "../run/service.ts";
import { NAME_LENGTHS } from "./creation.ts";

/** Longer texts are not tried, characters. */
const LONGEST = 300;

/** Larger bodies are not sent, bytes. */
const LARGEST_BODY = 1_048_576;

/** What parsers, templates and databases change at the end of a name, and in a tag. */
const ODD_TEXTS = [
  { end: 'é🌿"\\ ', oddTag: " ü🌿 ", what: "é, an emoji, a quote, a backslash or a space at its end" },
  { end: "&<>'e\u0301", oddTag: "&<>'u\u0308", what: "&, <, >, an apostrophe or an accent of its own" },
];

export const TEXT_CHECKS = {
  async "name-unique"(run) {
    const { rules, tagLength } = run;
    // Only the tag tells the second plant from the first, which a service may return again.
    const tag = () => tagLength !== undefined && { tag: run.tags.next(tagLength) };
    const first = run.plant({ ...tag() });
    await run.create(first);
    const second = () => run.sendValid(run.plant({ name: first.name, ...tag() }));
    const { rejection, summary, shown } = await run.decide(second);
    if (shown && first.tag !== undefined && shown.tag === first.tag)
      throw inconclusive(`received the first plant with this name: ${summary}`);
    rules.name = { ...rules.name, unique: rejection ?? false };
    return fact(rejection ? `names are unique: ${summary}` : "names need not be unique");
  },
  async "name-length"(run) {
    const { nameLength = 1, rules } = run;
    const { unique } = rules.name ?? {};
    /** Lengths whose name was rejected, perhaps because it is taken. */
    const unsure: number[] = [];
    const isAccepted = async (length: number) => {
      const rejection = await rejectionOf(run, "name", length);
      if (rejection === undefined) return true;
      if (!unique || !isSameRejection(rejection, unique)) {
        run.findRejection("name.range", rejection);
        return false;
      }
      const range = rules.name?.range ?? rules.invalid;
      if (range && !isSameRejection(unique, range)) return true; // Taken, so it was accepted before.
      unsure.push(length);
      return false;
    };
    const tooLong = await rejectionOf(run, "name", LONGEST);
    if (tooLong) run.findRejection("name.range", tooLong);
    const maxLength = tooLong ? await bisect(isAccepted, nameLength, LONGEST) : null;
    rules.name = { ...rules.name, maxLength };
    // Longer names than that of the first plant, if they are accepted, are rarely taken.
    if (maxLength !== null) run.nameLength = Math.min(maxLength, NAME_LENGTHS[0]);
    let shortest = 0;
    if (!(await isAccepted(0)))
      shortest = (await isAccepted(1)) ? 1 : await bisect(isAccepted, nameLength, 1);
    const minLength = unsure.includes(shortest) || unsure.includes(shortest - 1) ? undefined : shortest;
    rules.name = { ...rules.name, minLength };
    const tooShort = shortest === 1 ? "an empty name" : `a name of fewer than ${shortest} characters`;
    return describeLengths("name", minLength, maxLength, tooLong, minLength ? [tooShort] : []);
  },
  async "tag-length"(run) {
    const empty = await rejectionOf(run, "tag", 0);
    const known = run.tagLength ?? (empty ? undefined : 0);
    if (known === undefined) return fact("rejects each tag that was sent", ["a tag"]);
    const tooLong = await rejectionOf(run, "tag", LONGEST);
    const isAccepted = async (length: number) => (await rejectionOf(run, "tag", length)) === undefined;
    const maxLength = tooLong ? await bisect(isAccepted, known, LONGEST) : null;
    if (tooLong) run.findRejection("tag.range", tooLong);
    run.rules.tag = { ...run.rules.tag, maxLength };
    return describeLengths("tag", empty ? undefined : 0, maxLength, tooLong, empty ? ["an empty tag"] : []);
  },
  async "length-unit"(run) {
    const { rules } = run;
    const field = rules.name?.maxLength ? "name" : "tag";
    const max = rules[field]?.maxLength;
    if (!max) return fact("no length is limited");
    const accepts = async (character: string, letters: number) =>
      letters >= 0 && (await rejectionOf(run, field, letters, character)) === undefined;
    if (await accepts("é", max - 1)) {
      if (await accepts("🌿", max - 1)) rules.lengths = "code-points";
      else if (await accepts("🌿", max - 2)) rules.lengths = "utf-16";
    } else if (await accepts("é", max - 2)) rules.lengths = "bytes";
    return fact(rules.lengths ?? "unknown: rejects é or an emoji also in a shorter text");
  },
  async "text-exact"(run) {
    const { nameLength = 0, rules } = run;
    const lengthOf = (text: string) => {
      if (rules.lengths === "code-points") return [...text].length;
      return rules.lengths === "utf-16" ? text.length : new TextEncoder().encode(text).length;
    };
    const { maxLength = 0 } = rules.tag ?? {};
    const fitting = ODD_TEXTS.filter(({ end }) => lengthOf(end) < nameLength);
    if (fitting.length === 0) throw skipped("the accepted names are too short");
    const rejected: string[] = [];
    let finding = pass("unchanged");
    for (const { end, oddTag, what } of fitting) {
      const tag = (maxLength ?? LONGEST) >= lengthOf(oddTag) && { tag: oddTag };
      const { rejection, received, violation } = await run.decide(() =>
        run.sendValid(run.plant({ name: run.names.next(nameLength - lengthOf(end)) + end, ...tag })),
      );
      if (rejection) rejected.push(what);
      if (rejection) finding = fact(`rejected: ${received}`, rejected);
      else if (violation && rejected.length === 0) finding = reported(violation);
    }
    if (fitting.length === ODD_TEXTS.length && rejected.length === 0) rules.namesMayChange ??= false;
    return finding;
  },
} satisfies Checks;

/** Checks that can crash a service. So they are the last ones. */
export const LIMIT_CHECKS = {
  async "body-size"(run) {
    const { rules, isStable } = run;
    const short = await run.malformed();
    // A short body that gets the same is not too large.
    const isLikeShort = ({ status, rejection }: Verdict) =>
      status === short.status && (!isStable || rejection?.error === short.rejection?.error);
    const send = (bytes: number) =>
      run.decide(async () => {
        const verdict = await run.sendMalformed({ body: MALFORMED.padStart(bytes) });
        const isShown = verdict.kind !== "unclear" || verdict.isFailure;
        if (!isShown || !isLikeShort(verdict)) return verdict;
        // The short one is judged by `malformed-json`.
        return { ...verdict, kind: "rejected", violation: undefined, isFailure: false };
      }, `a rejection of ${NOT_JSON}`);
    const large = await send(LARGEST_BODY);
    if (!large.rejection || isLikeShort(large))
      return fact(`no limit up to ${LARGEST_BODY} bytes: ${large.summary}`);
    const isAccepted = async (bytes: number) => isLikeShort(await send(bytes));
    rules.maxBodyBytes = await bisect(isAccepted, MALFORMED.length, LARGEST_BODY);
    rules.tooLarge = large.rejection;
    return fact(`at most ${rules.maxBodyBytes} bytes; longer: ${large.summary}`);
  },
  async "lone-surrogate"(run) {
    const { nameLength = 0 } = run;
    // Half a pair can have 3 bytes.
    if (nameLength < 4) throw skipped("the accepted names are too short");
    const expected = "a response to a plant whose name has half a surrogate pair";
    const { kind, summary } = await run.decide(async () => {
      const start = run.names.next(nameLength - 3);
      const verdict = await run.sendValid(run.plant({ name: `${start}\ud83c` }));
      // UTF-8 cannot encode it, so a service may replace or drop it.
      const isSent = `${verdict.shown?.name}`.startsWith(start);
      return { ...verdict, violation: undefined, ...(isSent && { kind: "accepted" }) };
    }, expected);
    return fact(kind === "accepted" ? "accepted" : `rejected: ${summary}`);
  },
} satisfies Checks;

/** The last number that is accepted on the way from one that is to one that is not, if all after it are not. */
async function bisect(isAccepted: (value: number) => Promise<boolean>, accepted: number, rejected: number) {
  let [low, high] = [accepted, rejected];
  while (Math.abs(high - low) > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isAccepted(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Sends a plant with a text of this length, and more at its end. Returns how it was rejected, or undefined. */
async function rejectionOf(run: CheckRun, field: "name" | "tag", length: number, end = "") {
  const { rejection } = await run.decide(async () => {
    const text = (field === "name" ? run.names : run.tags).next(length) + end;
    const verdict = await run.sendValid(run.plant({ [field]: text }));
    // An empty tag may be dropped: that changes nothing that a reader could see.
    return field === "tag" && text === "" ? { ...verdict, violation: undefined } : verdict;
  });
  return rejection;
}

function describeLengths(
  field: "name" | "tag",
  min: number | undefined,
  max: number | null,
  tooLong: Rejection | undefined,
  tooShort: string[],
): Finding {
  const from = min === undefined ? "" : `${min} or more characters; `;
  if (!tooLong || max === null) return fact(`${from}no limit up to ${LONGEST}`, tooShort);
  const rejected = [...tooShort, `a ${field} of more than ${plural(max, "character")}`];
  return fact(`${min ?? "up"} to ${max} characters; longer: ${describeRejection(tooLong)}`, rejected);
}
