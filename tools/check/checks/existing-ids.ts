/** Checks of ids that exist. */
import { type Creation, isDuplicate, readDuplicates } from "../../../src/contract/rules.ts";
import type { CheckRun, Try, ValidPlant } from "../run/check-run.ts";
import { Inconclusive, Skip } from "../run/early-finding.ts";
import { LARGEST } from "../run/ids.ts";
import { type Judge, judgeValid, withFailure } from "../run/judge.ts";
import { type Finding, fact, pass, reported } from "../run/report.ts";
import type { Check } from "./check.ts";
import { INVALID_ID_CHECKS, sendRejectedPlant } from "./invalid-plants.ts";

const CONCURRENT = 10;

export const EXISTING_ID_CHECKS: Check[] = [
  {
    name: "duplicate-equal",
    sends: "a plant, twice; if both are accepted, twice more",
    finds: ["duplicates.equal"],
    find: (run) => repeat(run, "equal", (plant) => plant),
  },
  {
    name: "duplicate-different",
    sends: "two plants with one id; if both are accepted, two more",
    finds: ["duplicates.different"],
    find: (run) => repeat(run, "different", ({ id }) => run.plant({ id })),
  },
  ...INVALID_ID_CHECKS,
  {
    name: "id-max",
    // A double rounds it to 2^63, which is no int64.
    sends: "a plant whose id is one of the largest",
    find: async (run) => {
      const { violation, rejection, summary } = await run.decide(() =>
        run.sendValid(run.plant({ id: run.ids.nextWithin(LARGEST, run.ids.range) })),
      );
      if (isDuplicate(run.found.rules, rejection)) throw new Skip("an earlier run may have used the id");
      if (violation) return reported(violation);
      if (!rejection) return pass("created");
      return fact(`rejected: ${summary}`, run.settings.ids ? [] : ["one of the largest ids"]);
    },
  },
  {
    name: "id-exact",
    finds: ["exactIds"],
    sends: "plants with the ids n, n+1 and n+1, which a service that rounds confuses",
    find: async (run) => {
      requireRejected(run, "different");
      const { rules } = run.found;
      const defect = "confuses ids";
      const { violation, rejection, received } = await run.decide(async () => {
        const [first, second] = run.ids.nextPair();
        const steps = await run.create(run.plant({ id: first }));
        const next = await run.sendValid(run.plant({ id: second }));
        const expected = `200 for the id ${second}, because only ${first} exists`;
        if (next.verdict.kind !== "accepted") return violates(run, next, steps, { defect, expected });
        // A database may compare ids exactly, and store them rounded.
        const again = await sendDuplicate(run, () => run.plant({ id: second }));
        const lost = { defect, expected: `a rejection of the id ${second}, which exists` };
        const isLost = again.verdict.kind === "accepted";
        const violation = isLost ? lost : (again.verdict.violation ?? next.verdict.violation);
        return {
          verdict: { ...again.verdict, violation },
          steps: [...steps, ...next.steps, ...again.steps],
        };
      });
      const isConfused = violation?.defect === defect;
      if (!isConfused && !isDuplicate(rules, rejection)) throw new Inconclusive(`received ${received}`);
      rules.exactIds = !isConfused;
      return pass("n and n+1 are two ids");
    },
  },
  {
    name: "rejection-creates-nothing",
    sends: "a plant that is not valid, and then a valid one with its id",
    find: async (run) => {
      requireRejected(run, "different");
      const { kind, received } = await run.decide(async () => {
        const id = run.ids.next();
        const rejected = await sendRejectedPlant(run, id);
        const next = await run.sendValid(run.plant({ id }));
        const expected = `200 for the id ${id}, because the plant with it was rejected`;
        return violates(run, next, rejected.steps, { defect: "creates what it rejects", expected });
      });
      if (kind !== "accepted") throw new Inconclusive(`received ${received}`);
      return pass("the id of a rejected plant is free");
    },
  },
  {
    name: "duplicate-concurrent",
    finds: ["atomicIds"],
    sends: `${CONCURRENT} plants with one id, at once`,
    find: async (run) => {
      requireRejected(run, "different");
      const id = run.ids.next();
      const sent = Array.from({ length: CONCURRENT }, () => run.sendValid(run.plant({ id })));
      await Promise.allSettled(sent); // Even if one of them fails, the others end before the next check.
      const verdicts = (await Promise.all(sent)).map(({ verdict }) => verdict);
      const accepted = verdicts.filter(({ kind }) => kind === "accepted").length;
      const unclear = verdicts.find(({ kind }) => kind === "unclear");
      const shown = unclear ?? verdicts[0];
      if (shown && (accepted === 0 || (accepted === 1 && unclear)))
        throw new Inconclusive(`received ${run.explain(shown)}`);
      run.found.rules.atomicIds = accepted === 1;
      return fact(`${accepted} of ${CONCURRENT} simultaneous plants with one id were created`);
    },
  },
  {
    name: "idempotency-key",
    sends: "a plant, twice, with one idempotency-key, and another plant with it",
    finds: ["idempotencyKey"],
    find: async (run) => {
      requireRejected(run, "equal");
      const { rules } = run.found;
      const headers = { "idempotency-key": crypto.randomUUID() };
      const plant = run.plant();
      await run.create(plant, { headers });
      const again = (await run.sendValid(plant, { headers })).verdict;
      if (isDuplicate(rules, again.rejection)) {
        rules.idempotencyKey = false;
        return fact("not honoured");
      }
      if (again.kind !== "accepted") throw new Inconclusive(`received ${run.explain(again)}`);
      const other = run.plant();
      let isReplay = false;
      const judge: Judge = (response) => {
        isReplay = "json" in response && Object(response.json).name === plant.name;
        return judgeValid(response, other);
      };
      const { verdict } = await run.sendPlant(other, judge, { headers });
      if (isReplay) run.created.delete(other.id);
      // A key that counts together with its plant is neither.
      rules.idempotencyKey = isReplay || (verdict.rejection && { different: verdict.rejection });
      const second = isReplay ? "gets it, too" : `received ${verdict.summary}`;
      return fact(`honoured: a repeated plant gets the first response; another plant ${second}`);
    },
  },
];

/** Creates a plant, and sends another one with its id. */
async function repeat(
  run: CheckRun,
  kind: "equal" | "different",
  again: (plant: ValidPlant) => ValidPlant,
): Promise<Finding> {
  const { rejection, summary } = await run.decide(async () => {
    const plant = run.plant();
    const before = await run.create(plant);
    const { verdict, steps } = await sendDuplicate(run, () => again(plant));
    return { verdict, steps: [...before, ...steps] };
  });
  const { rules } = run.found;
  const decision: Creation = rejection ?? "created";
  rules.duplicates = { ...readDuplicates(rules), [kind]: decision };
  return fact(rejection ? `rejected: ${summary}` : "200, like a new plant");
}

/**
 * Sends a plant whose id exists; if it is accepted, twice more, because processes that do not share their plants differ.
 *
 * @throws Inconclusive if they do
 */
async function sendDuplicate(run: CheckRun, next: () => ValidPlant): Promise<Try> {
  const send = () => {
    const plant = next();
    return run.sendPlant(plant, (response) =>
      withFailure(response, judgeValid(response, plant), "a response to a plant whose id exists"),
    );
  };
  const first = await send();
  for (let repeats = 0; first.verdict.kind === "accepted" && repeats < 2; repeats++) {
    const again = await send();
    if (again.verdict.kind === "unclear") return again;
    if (again.verdict.kind === "accepted") continue;
    const both = `${first.verdict.received}, and then ${again.verdict.received}`;
    throw new Inconclusive(`differs from request to request (several processes?): received ${both}`);
  }
  return first;
}

/** @throws Skip if a plant whose id exists is not rejected */
function requireRejected({ found }: CheckRun, kind: "equal" | "different"): void {
  const decision = readDuplicates(found.rules)[kind];
  if (decision === undefined) throw new Skip("it is unknown how a duplicate is rejected");
  if (decision === "created") throw new Skip("duplicates are not rejected");
}

/** Adds a violation if the last try was rejected as a duplicate. */
function violates(
  run: CheckRun,
  { verdict, steps }: Try,
  before: Try["steps"],
  violation: NonNullable<Try["verdict"]["violation"]>,
): Try {
  const isViolation = isDuplicate(run.found.rules, verdict.rejection);
  return { verdict: isViolation ? { ...verdict, violation } : verdict, steps: [...before, ...steps] };
}
