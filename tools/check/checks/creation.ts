/** Checks of valid plants, and of tokens. */
import { stringifyJson } from "../../../src/contract/json.ts";
import { isSameRejection, type Rejection } from "../../../src/contract/rules.ts";
import type { CheckRun, Checks, ValidPlant } from "../run/check-run.ts";
import { IDS } from "../run/fresh-plants.ts";
import { describeVerdict, isAboutPlant, judgeRejection } from "../run/judge.ts";
import { EarlyFinding, type Finding, fact, inconclusive, reported } from "../run/report.ts";

/** Lengths of names and tags, in characters: shorter ones are tried if a service rejects the first. */
export const NAME_LENGTHS = [30, 8, 1] as const;
const LENGTHS = NAME_LENGTHS.flatMap((name) => [5, 1].map((tag) => [name, tag] as const));

export const CREATION_CHECKS = {
  create: async (run) => (await createFirst(run, LENGTHS)).finding,
  async "create-without-tag"(run) {
    const names = run.nameLength === undefined ? NAME_LENGTHS : [run.nameLength];
    const lengths = names.map((name) => [name, undefined] as const);
    const { finding, rejection } = await createFirst(run, lengths);
    if (run.tagLength === undefined || !rejection) return finding;
    run.rules.tag = { missing: rejection };
    return { ...finding, rejectsValid: ["no tag"] };
  },
  async "auth-required"(run) {
    const { rules, tokenRejections } = run;
    const send = (token: "none" | "wrong", what: string) =>
      run.decide(async () => {
        const plant = run.plant();
        return judgeRejection(await run.send(plant.id, plant, { token }), what);
      });
    const missing = await send("none", "a plant without a token");
    const wrong = await send("wrong", "a plant with a wrong token");
    rules.unauthorized = { missing: missing.rejection, wrong: wrong.rejection };
    const { rejection } = await run.malformed();
    const isLikeMalformed = isSameRejection(tokenRejections.none, rejection);
    const isLikeMissing = isSameRejection(tokenRejections.none, missing.rejection);
    if (missing.rejection && isLikeMalformed !== isLikeMissing) rules.bodyBeforeToken = isLikeMalformed;
    return fact(`without a token ${missing.summary}; with a wrong one ${wrong.summary}`);
  },
  "json-spaces": (run) =>
    sendForm(run, "with spaces, tabs and line breaks", (fields) => {
      const spaced = fields.map((field) => field.replace(":", " : "));
      return `\n{ ${spaced.join(" ,\n\t")} }\n`;
    }),
  "json-order": (run) =>
    sendForm(run, "with its fields in another order", (fields) => `{${fields.toReversed()}}`),
  "json-escapes": (run) =>
    sendForm(run, "with an escape for a letter", (fields) => {
      const toEscape = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`;
      return `{${fields}}`.replace(/(?<="name":")./, toEscape);
    }),
} satisfies Checks;

/**
 * Sends a plant as JSON of another form. A service that reads JSON without a parser, or compares texts, rejects some forms.
 *
 * @param write gets the fields, such as `"id":1`
 */
async function sendForm(run: CheckRun, what: string, write: (fields: string[]) => string): Promise<Finding> {
  const expected = `200 for a plant as JSON ${what}`;
  const send = async () => {
    const plant = run.plant();
    const fields = Object.entries(plant).map(([name, value]) => `"${name}":${stringifyJson(value)}`);
    const verdict = await run.sendValid(plant, {}, write(fields));
    return isAboutPlant(verdict) ? { ...verdict, violation: { expected } } : verdict;
  };
  return describeVerdict(await run.decide(send, expected));
}

/** Sends plants with texts of these lengths, and with large and smaller ids, until one is accepted. */
async function createFirst(
  run: CheckRun,
  lengths: (readonly [name: number, tag: number | undefined])[],
): Promise<{ finding: Finding; rejection?: Rejection | undefined }> {
  const { ids } = run;
  /** The length of the last name that came back cut. A shorter one may come back whole. */
  let cutLength: number | undefined;
  for (const [nameLength, tagLength] of lengths) {
    if (nameLength === cutLength) continue;
    const send = (range?: typeof IDS.exact) =>
      run.decide(async () => {
        const plant: ValidPlant = { id: ids.next(range), name: run.names.next(nameLength) };
        if (tagLength !== undefined) plant.tag = run.tags.next(tagLength);
        const verdict = await run.sendValid(plant);
        // The database of the service may have smaller ids, and fail.
        run.lastFirst = verdict.status === 500 ? { ...verdict, kind: "rejected" } : verdict;
        const { name } = verdict.shown ?? {};
        if (typeof name === "string" && name !== "" && name !== plant.name && plant.name.startsWith(name))
          cutLength = nameLength;
        return run.lastFirst;
      });
    const large = await send().catch((error) => {
      if (cutLength !== nameLength || !(error instanceof EarlyFinding) || error.ends) throw error;
    });
    if (!large) continue;
    // Other texts and ids do not help.
    const isFinal = large.kind === "accepted" || [401, 403].includes(large.status);
    const isLimited = !isFinal && ids.range === undefined;
    const last = isLimited ? await send(IDS.exact) : large;
    if (last.kind === "accepted") {
      run.nameLength ??= nameLength;
      if (tagLength === undefined) run.omitsTag = true;
      else run.tagLength = tagLength;
      if (!isLimited) return { finding: describeVerdict(last) };
      const { rejection, summary, received } = large;
      const above = rejection && (await send(IDS.aboveExact));
      ids.range = above?.kind === "accepted" ? { from: IDS.exact.from, to: IDS.aboveExact.to } : IDS.exact;
      if (above === undefined) throw inconclusive(`created, but an id above 2^62 received ${received}`);
      const isDouble = isSameRejection(above.rejection, rejection);
      if (isDouble) run.rules.id = { max: Number.MAX_SAFE_INTEGER, range: rejection };
      const limit = isDouble ? "an id above 2^53-1" : "an id above 2^62";
      if (last.violation) return { finding: reported(last.violation) };
      return { finding: fact(`created, but ${limit} is rejected: ${summary}`, [limit]) };
    }
    if (isFinal) break;
  }
  const { lastFirst } = run;
  if (!lastFirst?.rejection) throw inconclusive(`received ${lastFirst?.received}`);
  const what = isAboutPlant(lastFirst) ? "rejects a plant that is valid by the specification:" : "received";
  return { finding: fact(`${what} ${lastFirst.received}`), rejection: lastFirst.rejection };
}
