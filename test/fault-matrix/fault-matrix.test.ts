/** What a client makes of every way to misbehave that we could think of: each case states one ending, and must end so. */
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { formatTable } from "../support/format-table.ts";
import { readPem } from "../support/pem.ts";
import { countEndings } from "./count.ts";
import { type Group, groups } from "./groups.ts";
import { runCases } from "./matrix.ts";
import { say } from "./moves.ts";
import { goodAnswer } from "./responses.ts";

const finished: Group[] = [];

afterAll(() => {
  console.log(formatTable(countEndings(finished)));
});

test.each(groups)("each call ends as stated: $name", { timeout: 60_000 }, async (group) => {
  trust(group.trusts ?? []);
  const warnings = collectWarnings();
  const runs = await group.run(group.cases);
  expect(runs.flatMap(({ troubles }) => troubles)).toEqual([]);
  expect(warnings).toEqual([]);
  finished.push(group);
});

test("every case has a name of its own", () => {
  const names = groups.flatMap(({ cases }) => cases.map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("a call that ends otherwise than stated is named, with both endings", async () => {
  const [run] = await runCases([
    {
      name: "a good answer",
      peer: { answers: [[say(goodAnswer)]] },
      ending: { kind: "timeout", outcome: "unknown", requests: 2 },
    },
  ]);
  expect(run?.troubles).toEqual([
    "a good answer: stated: timeout, unknown, 2 requests at the peer, 2 attempts; " +
      "seen: success, created, 1 requests at the peer, 1 attempts",
  ]);
});

/** Until the test ends, this process trusts certificates as if an authority had issued them. */
function trust(names: string[]): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, ...names.map(readPem)]);
  onTestFinished(() => setDefaultCACertificates(before));
}

/** What Node warns of until the test ends, such as too many listeners. */
function collectWarnings(): Error[] {
  const warnings: Error[] = [];
  const collect = (warning: Error) => warnings.push(warning);
  process.on("warning", collect);
  onTestFinished(() => {
    process.off("warning", collect);
  });
  return warnings;
}
