/** Checks of plants that are not valid, and of what the specification does not describe. */
import { tryParseJson } from "../../../src/contract/json.ts";
import { isDuplicate, readDuplicates, recognitionProblem } from "../../../src/contract/rules.ts";
import type { CheckRun, Checks, FieldRule, Find } from "../run/check-run.ts";
import { IDS, randomBelow } from "../run/fresh-plants.ts";
import {
  describeRejection,
  describeVerdict,
  judgeRejection,
  mayHaveCreated,
  type Verdict,
} from "../run/judge.ts";
import { fact, HIDDEN, inconclusive, pass, skipped } from "../run/report.ts";

/**
 * `ID`, `NAME`, `NUMBER` and, unless plants without a tag are accepted, `TAG` stand for new ones. The rule is what the
 * rejection shows. The id is a number if a lenient parser makes it of this body: a plant of someone else may have it.
 */
type InvalidPlant = readonly [
  what: string,
  body: string,
  rule?: FieldRule | undefined,
  id?: bigint | ((run: CheckRun) => bigint),
];

const quarter = ({ ids, settings }: CheckRun) =>
  ids.next({ ...IDS.withQuarter, ...(settings.ids && { from: settings.ids.from }) }, settings.ids ?? null);
const overflow = ({ ids }: CheckRun) => ids.next(IDS.overflow, null);

/** One line for each mistake of a parser or a mapper: each has its own, so none can stand for another. */
const PLANT_CHECKS = toChecks({
  "missing-name": ["a plant without a name", '{"id":IDTAG}', "name.missing"],
  // A fixed number could be taken.
  "name-number": ["a plant whose name is a number", '{"id":ID,"name":NUMBERTAG}', "name.type"],
  // Optional fields of many languages accept it.
  "tag-null": ["a plant whose tag is null", '{"id":ID,"name":"NAME","tag":null}', "tag.type"],
  "tag-number": ["a plant whose tag is a number", '{"id":ID,"name":"NAME","tag":42}', "tag.type"],
  // Becomes `[object Object]` or a JSON column.
  "tag-object": ["a plant whose tag is an object", '{"id":ID,"name":"NAME","tag":{}}', "tag.type"],
  "id-string": ["a plant whose id is a string", '{"id":"ID","name":"NAME"TAG}', "id.type"],
  "id-fraction": ["a plant whose id is a fraction", '{"id":ID.25,"name":"NAME"TAG}', "id.type", quarter],
  // Parsers of streams stop at the end of the object.
  "json-end": ["a plant with ] after it", '{"id":ID,"name":"NAME"TAG}]'],
});

/**
 * A service that accepts one of these may give each such plant the same id. So they are sent after the checks of duplicates:
 * a rejection like theirs can be about an earlier plant.
 */
export const INVALID_ID_CHECKS = toChecks({
  // Becomes 0 in languages with zero values.
  "missing-id": ["a plant without an id", '{"name":"NAME"TAG}', "id.missing", 0n],
  "id-null": ["a plant whose id is null", '{"id":null,"name":"NAME"TAG}', "id.type", 0n],
  // Python's `True` is an integer: 1.
  "id-true": ["a plant whose id is true", '{"id":true,"name":"NAME"TAG}', "id.type", 1n],
  "id-overflow": ["a plant whose id is above 2^63-1", '{"id":ID,"name":"NAME"TAG}', "id.range", overflow],
});

export const INVALID_BODY_CHECKS = toChecks({
  // Some parsers skip it, although its media type is JSON.
  "empty-body": ["an empty body", "", undefined, 0n],
  // Not objects: to read a field of null is an error in many languages.
  "body-array": ["an empty array", "[]", undefined, 0n],
  "body-null": ["null", "null", undefined, 0n],
});

const fill = (body: string, id: bigint, name: string, tag?: string) =>
  body
    .replace("ID", `${id}`)
    .replace("NAME", name)
    .replace("NUMBER", `${randomBelow(10n ** 12n)}`)
    .replace("TAG", tag === undefined ? "" : `,"tag":"${tag}"`);

async function send(run: CheckRun, [what, body, , chosen]: InvalidPlant, given?: bigint): Promise<Verdict> {
  const { id, name, tag } = run.plant(given === undefined ? {} : { id: given });
  const used = typeof chosen === "function" ? chosen(run) : (chosen ?? id);
  const response = await run.send(used, fill(body, used, name, tag));
  run.names.note(name, !mayHaveCreated(response));
  return judgeRejection(response, what);
}

/** Sends a plant like one that was rejected. @throws EarlyFinding if none was, or if this one is not */
export async function sendRejectedPlant(run: CheckRun, id?: bigint) {
  if (!run.sendRejected) throw inconclusive("no plant that is not valid was rejected");
  const verdict = await run.sendRejected(id);
  if (verdict.rejection === undefined) throw inconclusive(`received ${run.explain(verdict)}`);
  return verdict.rejection;
}

function toChecks<Name extends string>(plants: Record<Name, InvalidPlant>) {
  const toCheck = ([name, plant]: [string, InvalidPlant]): [string, Find] => [
    name,
    async (run) => {
      const [what, body, rule, id] = plant;
      const mayHaveOneId = typeof id === "bigint" || id === overflow;
      if (typeof id === "bigint" && typeof readDuplicates(run.rules).different !== "object")
        throw skipped(`it could replace the plant with the id ${id}`);
      const verdict = await run.decide(() => send(run, plant), `a rejection of ${what}`, mayHaveOneId);
      const { rejection, summary } = verdict;
      if (rejection === undefined) return describeVerdict(verdict);
      if (mayHaveOneId && isDuplicate(run.rules, rejection)) {
        const detail = `${summary}, as for an id that exists: ${HIDDEN}`;
        if (recognitionProblem(run.rules) !== undefined) return fact(detail);
        const advice = typeof id === "bigint" ? `. If a check created the plant ${id}, delete it` : "";
        throw inconclusive(detail + advice);
      }
      if (name === "missing-name") run.rules.invalid = rejection;
      if (rule) run.findRejection(rule, rejection);
      if (id === undefined && Object(tryParseJson(fill(body, 7n, ""))).id === 7)
        run.sendRejected ??= (given) => send(run, plant, given);
      return describeVerdict(verdict);
    },
  ];
  return Object.fromEntries(Object.entries<InvalidPlant>(plants).map(toCheck)) as Record<Name, Find>;
}

export const INVALID_CHECKS = {
  ...PLANT_CHECKS,
  async "content-type"(run) {
    const headers = { "content-type": "text/plain" };
    const { rejection, summary } = await run.decide(() => run.sendValid(run.plant(), { headers }));
    run.rules.mediaType = rejection ?? "ignored";
    return fact(rejection ? `text/plain: ${summary}` : "also accepts text/plain");
  },
  async "rejection-stable"(run) {
    const rejections = [];
    for (let index = 0; index < 3; index++) rejections.push(describeRejection(await sendRejectedPlant(run)));
    run.isStable = new Set(rejections).size === 1;
    if (run.isStable) return pass("the same three times");
    // Their numbers say nothing.
    const { invalid, id, name, tag, ...others } = run.rules;
    run.rules = { ...others, ...(id?.max !== undefined && { id: { max: id.max } }) };
    return fact(`differs: ${rejections.join(", ")}`);
  },
  async "unknown-field"(run) {
    const { rejection, summary } = await run.decide(() => {
      const plant = run.plant();
      return run.sendValid(plant, {}, { ...plant, plantStoreSdkCheck: true });
    });
    run.rules.unknownFields = rejection ?? "ignored";
    return fact(rejection ? `rejected: ${summary}` : "ignored");
  },
} satisfies Checks;
