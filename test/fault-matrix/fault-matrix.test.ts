/** Runs every kind of network fault that we could think of. Each case states the one result that its call must have. */
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { readPem } from "../support/pem.ts";
import { groups } from "./groups.ts";

test.each(groups)("each call has the expected result: $name", { timeout: 60_000 }, async (group) => {
  trust(group.trustedCertificates ?? []);
  const warnings = collectWarnings();
  const runs = await group.run(group.cases);
  expect(runs.flatMap(({ problems }) => problems)).toEqual([]);
  expect(warnings).toEqual([]);
});

test("each case has a unique name", () => {
  const names = groups.flatMap(({ cases }) => cases.map(({ name }) => name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** Adds certificates to those that this process trusts, until the test ends. */
function trust(names: string[]): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, ...names.map(readPem)]);
  onTestFinished(() => setDefaultCACertificates(before));
}

/** The warnings that Node emits until the test ends, such as one about too many listeners. */
function collectWarnings(): Error[] {
  const warnings: Error[] = [];
  const collect = (warning: Error) => warnings.push(warning);
  process.on("warning", collect);
  onTestFinished(() => {
    process.off("warning", collect);
  });
  return warnings;
}
