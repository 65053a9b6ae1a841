/** Checks of ids that exist. */
import { isDuplicate, readDuplicates } from "../../../src/contract/rules.ts";
import type { CheckRun, Checks, ValidPlant } from "../run/check-run.ts";
import { IDS } from "../run/fresh-plants.ts";
import { describeVerdict, type Verdict } from "../run/judge.ts";
import { type Finding, fact, inconclusive, pass, skipped } from "../run/report.ts";
import { INVALID_ID_CHECKS, sendRejectedPlant } from "./invalid.ts";

const CONCURRENT = 10;

export const EXISTING_ID_CHECKS = {
  "duplicate-equal": (run) => repeat(run, "equal"),
  "duplicate-different": (run) => repeat(run, "different"),
  ...INVALID_ID_CHECKS,
  // A double rounds the largest ids to 2^63, which is no int64.
  async "id-max"(run) {
    const verdict = await run.decide(() => run.sendValid(run.plant({ id: run.ids.next(IDS.largest) })));
    const { rejection, summary } = verdict;
    if (isDuplicate(run.rules, rejection)) throw skipped("an earlier run may have used the id");
    if (!rejection) return describeVerdict(verdict);
    return fact(`rejected: ${summary}`, run.settings.ids ? [] : ["one of the largest ids"]);
  },
  // A service that rounds confuses n and n+1.
  async "id-exact"(run) {
    const { rules } = run;
    let isConfused = false;
    let shownAsOne = "";
    const { rejection, received } = await run.decide(async () => {
      const [first, second] = run.ids.nextPair();
      const one = await run.create(run.plant({ id: first }));
      const next = await run.sendValid(run.plant({ id: second }));
      isConfused = isDuplicate(rules, next.rejection);
      if (isConfused) {
        const expected = `200 for the id ${second}, because only ${first} exists`;
        return { ...next, violation: { expected } };
      }
      if (next.kind !== "accepted") return next;
      const id = next.shown?.id ?? undefined;
      if (id !== undefined && String(id) === String(one.shown?.id)) shownAsOne = next.received;
      if (shownAsOne || typeof readDuplicates(rules).different !== "object") return next;
      // A database may compare ids exactly, and store them rounded.
      const again = await sendDuplicate(run, () => run.plant({ id: second }));
      isConfused = again.kind === "accepted";
      if (!isConfused) return { ...again, violation: again.violation ?? next.violation };
      return { ...again, violation: { expected: `a rejection of the id ${second}, which exists` } };
    });
    if (shownAsOne || isConfused) rules.exactIds = false;
    if (shownAsOne) return fact(`n and n+1 come back as one id: received ${shownAsOne}`);
    requireRejected(run, "different");
    if (rules.exactIds === undefined && !isDuplicate(rules, rejection))
      throw inconclusive(`received ${received}`);
    rules.exactIds ??= true;
    return pass("n and n+1 are two ids");
  },
  async "rejection-creates-nothing"(run) {
    requireRejected(run, "different");
    const { kind, received } = await run.decide(async () => {
      const id = run.ids.next();
      await sendRejectedPlant(run, id);
      const next = await run.sendValid(run.plant({ id }));
      if (!isDuplicate(run.rules, next.rejection)) return next;
      const violation = { expected: `200 for the id ${id}, because the plant with it was rejected` };
      return { ...next, violation };
    });
    if (kind !== "accepted") throw inconclusive(`received ${received}`);
    return pass("the id of a rejected plant is free");
  },
  async "duplicate-concurrent"(run) {
    requireRejected(run, "different");
    const id = run.ids.next();
    const sent = Array.from({ length: CONCURRENT }, () => run.sendValid(run.plant({ id })));
    await Promise.allSettled(sent); // Even if one of them fails, the others end before the next check.
    const others = (await Promise.all(sent)).filter(({ kind }) => kind !== "accepted");
    const accepted = CONCURRENT - others.length;
    const unclear = others.find(({ kind }) => kind === "unclear" || accepted === 0);
    if (unclear && accepted < 2) throw inconclusive(`received ${run.explain(unclear)}`);
    run.rules.atomicIds = accepted === 1;
    return fact(
      `${accepted} of ${CONCURRENT} simultaneous plants with one id ${accepted === 1 ? "was" : "were"} created`,
    );
  },
  async "idempotency-key"(run) {
    requireRejected(run, "equal");
    const { rules } = run;
    const headers = { "idempotency-key": crypto.randomUUID() };
    const plant = run.plant();
    const first = await run.create(plant, { headers });
    const again = await run.sendValid(plant, { headers });
    if (isDuplicate(rules, again.rejection)) {
      rules.idempotencyKey = false;
      return fact("not honoured");
    }
    if (again.kind !== "accepted") throw inconclusive(`received ${run.explain(again)}`);
    const other = run.plant();
    const { shown, rejection, summary } = await run.sendValid(other, { headers });
    const isReplay = shown !== undefined && shown.name === first.shown?.name;
    if (isReplay) run.created.delete(other.id);
    // A key that counts together with its plant is neither.
    rules.idempotencyKey = isReplay || (rejection && { different: rejection });
    const second = isReplay ? "gets it, too" : `received ${summary}`;
    return fact(`honoured: a repeated plant gets the first response; another plant ${second}`);
  },
} satisfies Checks;

/** Creates a plant, and sends another one with its id. */
async function repeat(run: CheckRun, kind: "equal" | "different"): Promise<Finding> {
  run.learnsNames = false;
  const { rejection, summary } = await run.decide(async () => {
    const plant = run.plant();
    await run.create(plant);
    return sendDuplicate(run, () => (kind === "equal" ? plant : run.plant({ id: plant.id })));
  }, "a response to a plant whose id exists");
  const { rules } = run;
  rules.duplicates = { ...readDuplicates(rules), [kind]: rejection ?? "created" };
  return fact(rejection ? `rejected: ${summary}` : "200, like a new plant");
}

/**
 * Sends a plant whose id exists; if it is accepted, twice more, because processes that do not share their plants differ.
 *
 * @throws EarlyFinding if they do
 */
async function sendDuplicate(run: CheckRun, next: () => ValidPlant): Promise<Verdict> {
  const send = async () => {
    const verdict = await run.sendValid(next());
    if (verdict.kind === "accepted" || typeof verdict.shown?.name !== "string") return verdict;
    // The older plant, for example: nobody knows what became of this one.
    const violation = { expected: "a rejection of a plant whose id exists, or 200 with its name" };
    return { ...verdict, violation };
  };
  const first = await send();
  const { length } = run.steps;
  for (let repeats = 0; first.kind === "accepted" && repeats < 2; repeats++) {
    const again = await send();
    run.steps.length = length;
    if (again.kind === "unclear") return again;
    if (again.kind === "accepted") continue;
    const both = `${first.received}, and then ${again.received}`;
    throw inconclusive(`differs from request to request (several processes?): received ${both}`);
  }
  return first;
}

/** @throws EarlyFinding if a plant whose id exists is not rejected */
function requireRejected({ rules }: CheckRun, kind: "equal" | "different"): void {
  const decision = readDuplicates(rules)[kind];
  if (decision === undefined) throw skipped("it is unknown how a duplicate is rejected");
  if (decision === "created") throw skipped("duplicates are not rejected");
}
