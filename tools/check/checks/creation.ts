/** Checks of valid plants, and of tokens. */
import { type CheckRun, toJson, type ValidPlant } from "../run/check-run.ts";
import { type Judge, judgeUnauthorized, judgeValid } from "../run/judge.ts";
import { type Finding, fact, pass, reported } from "../run/report.ts";
import type { Check } from "./check.ts";

/** Lengths of names and tags, in code points: shorter ones are tried if a service rejects the first. */
const NAME_LENGTHS = [30, 8, 1];
const TAG_LENGTHS = [5, 1];
const LENGTHS = NAME_LENGTHS.flatMap((name) => TAG_LENGTHS.map((tag) => [name, tag] as const));

export const CREATION_CHECKS: Check[] = [
  {
    name: "create",
    sends: "a plant with a tag; up to five more with shorter texts if it is rejected",
    find: (run) => createFirst(run, LENGTHS),
  },
  {
    name: "create-without-tag",
    sends: "a plant without a tag",
    find: async (run) => {
      const { nameLength } = run.found;
      const names = nameLength === undefined ? NAME_LENGTHS : [nameLength];
      const lengths = names.map((name) => [name, undefined] as const);
      const finding = await createFirst(run, lengths);
      run.found.needsTag ??= run.found.tagLength !== undefined;
      return finding;
    },
  },
  {
    name: "auth-required",
    sends: "a plant without a token, and one with a wrong token",
    finds: ["unauthorized.missing", "unauthorized.wrong"],
    find: async (run) => {
      const send = (token: "none" | "wrong", what: string) =>
        run.decide(() => {
          const plant = run.plant();
          const judge: Judge = (response) => judgeUnauthorized(response, what);
          return run.send({ id: plant.id, text: toJson(plant) }, judge, { token });
        });
      const missing = await send("none", "a plant without a token");
      const wrong = await send("wrong", "a plant with a wrong token");
      run.found.rules.unauthorized = { missing: missing.rejection, wrong: wrong.rejection };
      return fact(`without a token ${missing.summary}; with a wrong one ${wrong.summary}`);
    },
  },
];

/** Sends plants with texts of these lengths until one is accepted. */
async function createFirst(
  run: CheckRun,
  lengths: (readonly [name: number, tag: number | undefined])[],
): Promise<Finding> {
  const advice = run.settings.ids ? "" : ". If it needs smaller ids, name a range of them";
  let rejected = "";
  for (const [nameLength, tagLength] of lengths) {
    const verdict = await run.decide(() => {
      const plant: ValidPlant = { id: run.ids.next(), name: run.texts.next(nameLength) };
      if (tagLength !== undefined) plant.tag = run.texts.next(tagLength);
      const judge: Judge = (response) => {
        const verdict = judgeValid(response, plant);
        // The database of the service may have smaller ids.
        return response.status === 500 ? { ...verdict, received: verdict.received + advice } : verdict;
      };
      return run.send({ id: plant.id, text: toJson(plant) }, judge);
    });
    if (verdict.kind === "accepted") {
      run.found.nameLength ??= nameLength;
      if (tagLength === undefined) run.found.needsTag = false;
      else run.found.tagLength = tagLength;
      if (verdict.violation) return reported(verdict.violation);
      return verdict.remark === undefined ? pass("created") : fact(`created, but ${verdict.remark}`);
    }
    rejected = verdict.received;
    // Shorter texts do not help.
    if ([401, 403].includes(verdict.rejection?.status ?? 0)) break;
  }
  return fact(`rejects a plant that is valid by the specification: ${rejected}${advice}`);
}
