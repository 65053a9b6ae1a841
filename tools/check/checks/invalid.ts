/** Checks of requests that are not valid, or that the specification does not describe. */
import type { Rejection } from "../../../src/contract/rules.ts";
import { isSameRejection } from "../../../src/contract/rules.ts";
import type { CheckRun, Try } from "../run/check-run.ts";
import type { Ids } from "../run/ids.ts";
import { describeRejection, judgeInvalid, type Verdict } from "../run/judge.ts";
import { type Finding, fact, pass, reported } from "../run/report.ts";
import { Inconclusive } from "../run/stop.ts";
import type { Check } from "./check.ts";

/** A plant that is not valid. */
export interface InvalidPlant {
  name: Check["name"];
  what: string;
  body: (id: bigint, name: string) => string;
  /** By default, the id of the body is one of `run.plant()`. */
  chooseId?: (ids: Ids) => bigint;
}

const withTag = (tag: string) => (id: bigint, name: string) => `{"id":${id},"name":"${name}","tag":${tag}}`;
const withId = (id: string, name: string) => `{"id":${id},"name":"${name}"}`;

/** One line for each mistake of a parser or a mapper: each has its own, so none can stand for another. */
const INVALID_PLANTS: InvalidPlant[] = [
  { name: "missing-name", what: "a plant without a name", body: (id) => `{"id":${id}}` },
  { name: "missing-id", what: "a plant without an id", body: (_, name) => `{"name":"${name}"}` },
  { name: "name-number", what: "a plant whose name is a number", body: (id) => `{"id":${id},"name":42}` },
  // Optional fields of many languages accept it.
  { name: "tag-null", what: "a plant whose tag is null", body: withTag("null") },
  { name: "tag-number", what: "a plant whose tag is a number", body: withTag("42") },
  // Becomes `[object Object]` or a JSON column.
  { name: "tag-object", what: "a plant whose tag is an object", body: withTag("{}") },
  { name: "id-string", what: "a plant whose id is a string", body: (id, name) => withId(`"${id}"`, name) },
  // Becomes 0 in languages with zero values.
  { name: "id-null", what: "a plant whose id is null", body: (_, name) => withId("null", name) },
  {
    name: "id-fraction",
    what: "a plant whose id is a fraction",
    body: (id, name) => withId(`${id}.25`, name),
    chooseId: (ids) => ids.nextBelowFraction(),
  },
  {
    name: "id-overflow",
    what: "a plant whose id is above 2^63-1",
    body: (id, name) => withId(`${id}`, name),
    chooseId: (ids) => ids.nextBeyondInt64(),
  },
];

/** Python's `True` is an integer: 1. */
export const ID_TRUE: InvalidPlant = {
  name: "id-true",
  what: "a plant whose id is true",
  body: (_, name) => withId("true", name),
  chooseId: () => 1n,
};

function sendInvalidPlant(run: CheckRun, { what, body, chooseId }: InvalidPlant, given?: bigint) {
  const { id, name } = run.plant(given === undefined ? {} : { id: given });
  const used = chooseId?.(run.ids) ?? id;
  return run.send({ id: used, text: body(used, name) }, (response) => judgeInvalid(response, what));
}

/** Sends a plant that was rejected before. @throws Inconclusive if none was */
export async function sendRejectedPlant(run: CheckRun, id?: bigint): Promise<Try & { rejection: Rejection }> {
  const plant = INVALID_PLANTS.find(({ name }) => name === run.found.rejectedPlant);
  if (plant === undefined) throw new Inconclusive("no plant that is not valid was rejected");
  const { verdict, steps } = await sendInvalidPlant(run, plant, id);
  if (verdict.rejection === undefined) throw new Inconclusive(`received ${verdict.received}`);
  return { verdict, steps, rejection: verdict.rejection };
}

export const rejectsPlant = (plant: InvalidPlant): Check => ({
  name: plant.name,
  sends: plant.what,
  ...(plant.name === "missing-name" && { finds: ["invalid"] }),
  find: async (run) => {
    const verdict = await run.decide(() => sendInvalidPlant(run, plant));
    if (plant.name === "missing-name" && verdict.rejection) run.found.rules.invalid = verdict.rejection;
    // Its id is in the body.
    if (verdict.rejection && plant.body(0n, "").includes(":0,")) run.found.rejectedPlant ??= plant.name;
    return rejected(verdict);
  },
});

const rejected = ({ rejection, summary, isContract, violation }: Verdict): Finding => {
  if (violation && !rejection) return reported(violation);
  return isContract ? pass(summary) : fact(summary);
};

export const INVALID_CHECKS: Check[] = [
  {
    name: "malformed-json",
    sends: "text that is not JSON, with the token",
    finds: ["malformed"],
    isSafe: true,
    find: async (run) => {
      const { malformed, rules } = run.found;
      const verdict = await run.decide(() => run.sendMalformed());
      const { rejection } = verdict;
      malformed.right = rejection;
      if (rejection === undefined) return rejected(verdict);
      rules.malformed = rejection;
      // A service that reads the body first says nothing about tokens here.
      const differing = (other?: Rejection) => (isSameRejection(other, rejection) ? undefined : other);
      rules.unauthorized ??= { missing: differing(malformed.none), wrong: differing(malformed.wrong) };
      return rejected(verdict);
    },
  },
  {
    name: "bearer-case",
    sends: "text that is not JSON, with the token after bearer instead of Bearer",
    finds: ["bearerCase"],
    isSafe: true,
    find: async (run) => {
      const { malformed, rules } = run.found;
      const { rejection, summary } = await run.decide(() => run.sendMalformed({ token: "lower-case" }));
      const isLike = (token: "right" | "none" | "wrong") => isSameRejection(rejection, malformed[token]);
      if (isLike("right") && (isLike("none") || isLike("wrong")))
        return fact(`unknown: the same as with another token, ${summary}`);
      if (isLike("right")) rules.bearerCase = "any";
      else if (isLike("none") || isLike("wrong")) rules.bearerCase = "exact";
      else return fact(summary);
      return fact(rules.bearerCase === "any" ? "also accepts bearer" : "accepts Bearer only");
    },
  },
  ...INVALID_PLANTS.map(rejectsPlant),
  {
    name: "content-type",
    sends: "a plant as text/plain",
    finds: ["mediaType"],
    find: async (run) => {
      const { rejection, summary } = await run.decide(() =>
        run.sendValid(run.plant(), { headers: { "content-type": "text/plain" } }),
      );
      run.found.rules.mediaType = rejection ?? "ignored";
      return fact(rejection ? `text/plain: ${summary}` : "also accepts text/plain");
    },
  },
  {
    name: "rejection-stable",
    sends: "a plant that is not valid, three times",
    find: async (run) => {
      const rejections: Rejection[] = [];
      for (let index = 0; index < 3; index++) rejections.push((await sendRejectedPlant(run)).rejection);
      const isStable = rejections.every((rejection) => isSameRejection(rejection, rejections[0]));
      run.found.isStable = isStable;
      if (isStable) return pass("the same three times");
      delete run.found.rules.invalid;
      return fact(`differs: ${rejections.map(describeRejection).join(", ")}`);
    },
  },
  {
    name: "unknown-field",
    sends: "a plant with a field that the specification does not have",
    finds: ["unknownFields"],
    find: async (run) => {
      const { rejection, summary } = await run.decide(() =>
        run.sendValid(run.plant(), {}, { plantStoreSdkCheck: true }),
      );
      run.found.rules.unknownFields = rejection ?? "ignored";
      return fact(rejection ? `rejected: ${summary}` : "ignored");
    },
  },
];
