/** Checks of plants that are not valid: one request each. */
import { tryParseJson } from "../../../src/contract/json.ts";
import {
  isDuplicate,
  type Rejection,
  readDuplicates,
  recognitionProblem,
} from "../../../src/contract/rules.ts";
import type { CheckRun, FieldRule, Try } from "../run/check-run.ts";
import { Inconclusive, Skip } from "../run/early-finding.ts";
import type { Ids } from "../run/ids.ts";
import { judgeInvalid, type Verdict } from "../run/judge.ts";
import { randomBelow } from "../run/random.ts";
import { type Finding, fact, pass, reported } from "../run/report.ts";
import type { Check } from "./check.ts";

/**
 * `ID`, `NAME`, `NUMBER` and, unless plants without a tag are accepted, `TAG` stand for new ones. The rule is what the
 * rejection shows. The id is a number if a lenient parser makes it of this body: a plant of someone else may have it.
 */
type InvalidPlant = readonly [
  name: Check["name"],
  what: string,
  body: string,
  rule?: FieldRule | undefined,
  id?: bigint | ((ids: Ids) => bigint),
];

const fraction = (ids: Ids) => ids.nextBelowFraction();
const overflow = (ids: Ids) => ids.nextBeyondInt64();

/** One line for each mistake of a parser or a mapper: each has its own, so none can stand for another. */
const PLANTS: InvalidPlant[] = [
  ["missing-name", "a plant without a name", '{"id":IDTAG}', "name.missing"],
  // A fixed number could be taken.
  ["name-number", "a plant whose name is a number", '{"id":ID,"name":NUMBERTAG}', "name.type"],
  // Optional fields of many languages accept it.
  ["tag-null", "a plant whose tag is null", '{"id":ID,"name":"NAME","tag":null}', "tag.type"],
  ["tag-number", "a plant whose tag is a number", '{"id":ID,"name":"NAME","tag":42}', "tag.type"],
  // Becomes `[object Object]` or a JSON column.
  ["tag-object", "a plant whose tag is an object", '{"id":ID,"name":"NAME","tag":{}}', "tag.type"],
  ["id-string", "a plant whose id is a string", '{"id":"ID","name":"NAME"TAG}', "id.type"],
  ["id-fraction", "a plant whose id is a fraction", '{"id":ID.25,"name":"NAME"TAG}', "id.type", fraction],
];

/**
 * A service that accepts one of these may give each such plant the same id. So they are sent after the checks of duplicates:
 * a rejection like theirs can be about an earlier plant.
 */
const PLANTS_WITH_ONE_ID: InvalidPlant[] = [
  // Becomes 0 in languages with zero values.
  ["missing-id", "a plant without an id", '{"name":"NAME"TAG}', "id.missing", 0n],
  ["id-null", "a plant whose id is null", '{"id":null,"name":"NAME"TAG}', "id.type", 0n],
  // Python's `True` is an integer: 1.
  ["id-true", "a plant whose id is true", '{"id":true,"name":"NAME"TAG}', "id.type", 1n],
  ["id-overflow", "a plant whose id is above 2^63-1", '{"id":ID,"name":"NAME"TAG}', "id.range", overflow],
];

const BODIES: InvalidPlant[] = [
  // Some parsers skip it, although its media type is JSON.
  ["empty-body", "an empty body", "", undefined, 0n],
  // Not objects: to read a field of null is an error in many languages.
  ["body-array", "an empty array", "[]", undefined, 0n],
  ["body-null", "null", "null", undefined, 0n],
];

const fill = (body: string, id: bigint, name: string, tag?: string) =>
  body
    .replace("ID", `${id}`)
    .replace("NAME", name)
    .replace("NUMBER", `${randomBelow(10n ** 12n)}`)
    .replace("TAG", tag === undefined ? "" : `,"tag":"${tag}"`);

function send(run: CheckRun, [, what, body, , chosen]: InvalidPlant, given?: bigint): Promise<Try> {
  const { id, name, tag } = run.plant(given === undefined ? {} : { id: given });
  const used = typeof chosen === "function" ? chosen(run.ids) : (chosen ?? id);
  const text = fill(body, used, name, tag);
  return run.send({ id: used, text }, (response) => judgeInvalid(response, what));
}

/** Sends a plant like one that was rejected. @throws Inconclusive if none was, or if this one is not */
export async function sendRejectedPlant(run: CheckRun, id?: bigint): Promise<Try & { rejection: Rejection }> {
  const plant = PLANTS.find(([name]) => name === run.found.rejectedPlant);
  if (plant === undefined) throw new Inconclusive("no plant that is not valid was rejected");
  const { verdict, steps } = await send(run, plant, id);
  if (verdict.rejection === undefined) throw new Inconclusive(`received ${run.explain(verdict)}`);
  return { verdict, steps, rejection: verdict.rejection };
}

const toCheck = (plant: InvalidPlant): Check => ({
  name: plant[0],
  sends: plant[1],
  finds: [plant[3] ?? [], plant[0] === "missing-name" ? "invalid" : []].flat(),
  find: async (run) => {
    const [name, , body, rule, id] = plant;
    const { found } = run;
    const isOnce = !PLANTS.includes(plant);
    if (typeof id === "bigint" && typeof readDuplicates(found.rules).different !== "object")
      throw new Skip(`it could replace the plant with the id ${id}`);
    const verdict = await run.decide(() => send(run, plant), isOnce);
    const { rejection } = verdict;
    if (rejection === undefined) return rejected(verdict);
    if (isOnce && isDuplicate(found.rules, rejection)) {
      const detail = `${verdict.summary}, as for an id that exists: an earlier plant may have it`;
      if (recognitionProblem(found.rules) === undefined) throw new Inconclusive(detail);
      return fact(detail);
    }
    if (name === "missing-name") found.rules.invalid = rejection;
    if (rule) run.findRejection(rule, rejection);
    if (Object(tryParseJson(fill(body, 7n, ""))).id === 7) found.rejectedPlant ??= name;
    return rejected(verdict);
  },
});

export const rejected = ({ summary, isContract, violation }: Verdict): Finding => {
  if (violation) return reported(violation);
  return isContract ? pass(summary) : fact(summary);
};

export const INVALID_PLANT_CHECKS = PLANTS.map(toCheck);
export const INVALID_ID_CHECKS = PLANTS_WITH_ONE_ID.map(toCheck);
export const INVALID_BODY_CHECKS = BODIES.map(toCheck);
