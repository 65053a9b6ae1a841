/** Checks of valid plants, and of tokens. */
import { isSameRejection, type Rejection } from "../../../src/contract/rules.ts";
import type { CheckRun, ValidPlant } from "../run/check-run.ts";
import { Inconclusive } from "../run/early-finding.ts";
import { ABOVE_EXACT, EXACT } from "../run/ids.ts";
import { isAboutPlant, judgeUnauthorized, judgeValid, type Verdict } from "../run/judge.ts";
import { type Finding, fact, pass, reported } from "../run/report.ts";
import type { Check } from "./check.ts";

/** Lengths of names and tags, in characters: shorter ones are tried if a service rejects the first. */
export const NAME_LENGTHS = [30, 8, 1] as const;
const TAG_LENGTHS = [5, 1];
const LENGTHS = NAME_LENGTHS.flatMap((name) => TAG_LENGTHS.map((tag) => [name, tag] as const));

export const CREATION_CHECKS: Check[] = [
  {
    name: "create",
    sends: "a plant with a tag; if it is rejected, others with shorter texts, and ids from 2^52 up",
    find: async (run) => (await createFirst(run, LENGTHS)).finding,
  },
  {
    name: "create-without-tag",
    sends: "a plant without a tag",
    mayFind: ["tag.missing"],
    find: async (run) => {
      const { found } = run;
      const names = found.nameLength === undefined ? NAME_LENGTHS : [found.nameLength];
      const lengths = names.map((name) => [name, undefined] as const);
      const { finding, rejection } = await createFirst(run, lengths);
      if (found.tagLength === undefined || !rejection) return finding;
      found.rules.tag = { missing: rejection };
      return { ...finding, rejectsValid: ["no tag"] };
    },
  },
  {
    name: "auth-required",
    sends: "a plant without a token, and one with a wrong token",
    finds: ["unauthorized.missing", "unauthorized.wrong", "bodyBeforeToken"],
    find: async (run) => {
      const { rules, malformed } = run.found;
      const send = (token: "none" | "wrong", what: string) =>
        run.decide(() =>
          run.sendPlant(run.plant(), (response) => judgeUnauthorized(response, what), { token }),
        );
      const missing = await send("none", "a plant without a token");
      const wrong = await send("wrong", "a plant with a wrong token");
      rules.unauthorized = { missing: missing.rejection, wrong: wrong.rejection };
      const { rejection } = (await run.malformed()).verdict;
      const isLikeMalformed = isSameRejection(malformed.none, rejection);
      const isLikeMissing = isSameRejection(malformed.none, missing.rejection);
      if (missing.rejection && isLikeMalformed !== isLikeMissing) rules.bodyBeforeToken = isLikeMalformed;
      return fact(`without a token ${missing.summary}; with a wrong one ${wrong.summary}`);
    },
  },
];

/** Sends plants with texts of these lengths, and with large and smaller ids, until one is accepted. */
async function createFirst(
  run: CheckRun,
  lengths: (readonly [name: number, tag: number | undefined])[],
): Promise<{ finding: Finding; rejection?: Rejection | undefined }> {
  const { found, ids } = run;
  let last: Verdict | undefined;
  for (const [nameLength, tagLength] of lengths) {
    const send = (chooseId: () => bigint) =>
      run.decide(() => {
        const plant: ValidPlant = { id: chooseId(), name: run.texts.next(nameLength) };
        if (tagLength !== undefined) plant.tag = run.texts.next(tagLength, false);
        return run.sendPlant(plant, (response) => {
          const verdict = judgeValid(response, plant);
          // The database of the service may have smaller ids, and fail.
          found.lastFirst = response.status === 500 ? { ...verdict, kind: "rejected" } : verdict;
          return found.lastFirst;
        });
      });
    const large = await send(() => ids.next());
    // Other texts and ids do not help.
    const isFinal = large.kind === "accepted" || [401, 403].includes(large.status ?? 0);
    const isLimited = !isFinal && ids.range === undefined;
    last = isLimited ? await send(() => ids.nextWithin(EXACT, ids.range)) : large;
    if (last.kind === "accepted") {
      found.nameLength ??= nameLength;
      if (tagLength === undefined) found.omitsTag = true;
      else found.tagLength = tagLength;
      const limit = isLimited ? await findMaxId(run, large, send) : undefined;
      if (last.violation) return { finding: reported(last.violation) };
      if (limit === undefined) return { finding: pass("created") };
      return { finding: fact(`created, but ${limit} is rejected: ${large.summary}`, [limit]) };
    }
    if (isFinal) break;
  }
  if (last?.rejection === undefined) throw new Inconclusive(`received ${last?.received}`);
  const what = isAboutPlant(last) ? "rejects a plant that is valid by the specification:" : "received";
  return { finding: fact(`${what} ${last.received}`), rejection: last.rejection };
}

/** Continues with ids that are exact in a double, because larger ones are rejected. Returns which are. */
async function findMaxId(
  { found, ids }: CheckRun,
  { rejection, received }: Verdict,
  send: (chooseId: () => bigint) => Promise<Verdict>,
): Promise<string> {
  const above = rejection && (await send(() => ids.nextWithin(ABOVE_EXACT, ids.range)));
  ids.range = above?.kind === "accepted" ? { from: EXACT.from, to: ABOVE_EXACT.to } : EXACT;
  if (above === undefined) throw new Inconclusive(`created, but an id above 2^62 received ${received}`);
  if (!isSameRejection(above.rejection, rejection)) return "an id above 2^62";
  found.rules.id = { max: Number.MAX_SAFE_INTEGER, range: rejection };
  return "an id above 2^53-1";
}
