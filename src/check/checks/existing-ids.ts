/** Checks of ids that exist. */
import {
  type Creation,
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  readUnauthorized,
} from "../../contract/rules.ts";
import { describeRejection, isSameRejection } from "../session/judge.ts";
import { type Finding, fact, Inconclusive, pass, skipped } from "../session/report.ts";
import type { Session, Try, ValidPlant } from "../session/session.ts";
import type { Check } from "./check.ts";
import { sendRejectedBody } from "./invalid.ts";

const CONCURRENT = 10;

export const EXISTING_ID_CHECKS: Check[] = [
  {
    name: "duplicate-equal",
    sends: "a plant, twice",
    run: (session) => repeat(session, "equal", (plant) => plant),
  },
  {
    name: "duplicate-different",
    sends: "two plants with one id",
    run: (session) => repeat(session, "different", ({ id }) => session.plant({ id })),
  },
  ifRecognizable({
    name: "id-exact",
    sends: "a plant with the id n, and one with n+1, which a service that rounds takes for n",
    run: async (session) => {
      if (!session.ids.hasPairs) return skipped("needs two ids above 2^53");
      const { kind, received } = await session.confirm(async () => {
        const [first, second] = session.ids.nextPair();
        const steps = await session.create(session.plant({ id: first }));
        const next = await session.sendValid(session.plant({ id: second }));
        const expected = `200 for the id ${second}, because only ${first} exists`;
        return violates(session, next, steps, { defect: "confuses ids", expected });
      });
      if (kind !== "accepted") throw new Inconclusive(`received ${received}`);
      return pass("n and n+1 are two ids");
    },
  }),
  ifRecognizable({
    name: "rejection-creates-nothing",
    sends: "a plant that is not valid, and then a valid one with its id",
    run: async (session) => {
      const { kind, received } = await session.confirm(async () => {
        const id = session.ids.next();
        const rejected = await sendRejectedBody(session, id);
        const next = await session.sendValid(session.plant({ id }));
        const expected = `200 for the id ${id}, because the plant with it was rejected`;
        return violates(session, next, rejected.steps, { defect: "creates what it rejects", expected });
      });
      if (kind !== "accepted") throw new Inconclusive(`received ${received}`);
      return pass("the id of a rejected plant is free");
    },
  }),
  ifRecognizable({
    name: "duplicate-concurrent",
    sends: `${CONCURRENT} plants with one id, at once`,
    run: async (session) => {
      const id = session.ids.next();
      const sent = Array.from({ length: CONCURRENT }, () => session.sendValid(session.plant({ id })));
      const tries = await Promise.allSettled(sent);
      const failed = tries.find((each) => each.status === "rejected");
      if (failed) throw failed.reason;
      const verdicts = (await Promise.all(sent)).map(({ verdict }) => verdict);
      const accepted = verdicts.filter(({ kind }) => kind === "accepted").length;
      const unclear = verdicts.find(({ kind }) => kind === "unclear");
      if (accepted === 0 || (accepted === 1 && unclear))
        throw new Inconclusive(`received ${(unclear ?? verdicts[0])?.received}`);
      session.found.rules.atomicIds = accepted === 1;
      return fact(`${accepted} of ${CONCURRENT} simultaneous plants with one id were created`);
    },
  }),
  ifRecognizable({
    name: "idempotency-key",
    sends: "a plant, twice, with one idempotency-key",
    run: async (session) => {
      const headers = { "idempotency-key": crypto.randomUUID() };
      const plant = session.plant();
      await session.create(plant, { headers });
      const { kind, received, rejection } = (await session.sendValid(plant, { headers })).verdict;
      if (kind !== "accepted" && !isDuplicate(session, rejection))
        throw new Inconclusive(`received ${received}`);
      session.found.rules.idempotencyKey = kind === "accepted";
      return fact(
        kind === "accepted" ? "honoured: a repeated request gets the first response" : "not honoured",
      );
    },
  }),
];

/** Creates a plant, and sends another one with its id. */
async function repeat(
  session: Session,
  kind: "equal" | "different",
  again: (plant: ValidPlant) => ValidPlant,
): Promise<Finding> {
  const plant = session.plant();
  await session.create(plant);
  const verdict = await session.decide(() => session.sendValid(again(plant)));
  const { rules } = session.found;
  const decision: Creation = verdict.rejection ?? "created";
  rules.duplicates = { ...readDuplicates(rules), [kind]: decision };
  return fact(decision === "created" ? "200, like a new plant" : `rejected: ${describeRejection(decision)}`);
}

/** A check that needs to recognize a duplicate by its response. */
function ifRecognizable(check: Check): Check {
  return {
    ...check,
    run: async (session) => {
      const problem = recognitionProblem(session.found.rules, session.found.isStable);
      return problem === undefined ? check.run(session) : skipped(problem);
    },
  };
}

/** Why the response does not show that a plant was rejected because of its id. */
function recognitionProblem(rules: PlantStoreRules, isStable = true): string | undefined {
  const { equal, different } = readDuplicates(rules);
  if (equal === undefined || different === undefined) return "it is unknown what happens to a duplicate";
  if (equal === "created" || different === "created") return "duplicates are not rejected";
  if (!isStable) return "rejections differ from request to request";
  const { invalid, name, unknownFields } = rules;
  const { missing, wrong } = readUnauthorized(rules);
  const others = [
    invalid,
    name?.unique || undefined,
    missing,
    wrong,
    unknownFields === "ignored" ? undefined : unknownFields,
  ];
  const isUnique = others.every(
    (other) => !isSameRejection(equal, other) && !isSameRejection(different, other),
  );
  return isUnique ? undefined : "duplicates are rejected like something else";
}

function isDuplicate({ found }: Session, rejection: Rejection | undefined): boolean {
  const { equal, different } = readDuplicates(found.rules);
  const isSame = (creation: Creation | undefined) =>
    rejection !== undefined && creation !== "created" && isSameRejection(rejection, creation);
  return isSame(equal) || isSame(different);
}

/** Adds a violation if the last try was rejected as a duplicate. */
function violates(
  session: Session,
  { verdict, steps }: Try,
  before: Try["steps"],
  violation: NonNullable<Try["verdict"]["violation"]>,
): Try {
  const isViolation = isDuplicate(session, verdict.rejection);
  return { verdict: isViolation ? { ...verdict, violation } : verdict, steps: [...before, ...steps] };
}
