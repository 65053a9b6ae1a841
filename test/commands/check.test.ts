/** The command `plant-store-sdk check` against services on a port. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "junit2json";
import type { PlantStoreRules } from "plant-store-sdk/check";
import { expect, test } from "vitest";
import { CORRECT, type Parts, startSmallService, TOKEN } from "../check/small-service.ts";
import { openMock } from "../support/mock-server.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { oneLine, runInProcess } from "./import-command.ts";

/** Runs the command in a folder of its own. */
function start(url: string) {
  const folder = createFolder();
  return {
    check: (...args: string[]) =>
      runInProcess("check", ["--base-url", url, ...args], folder, { PLANT_STORE_TOKEN: TOKEN }),
    has: (file: string) => existsSync(join(folder, file)),
    read: (file: string) => readFileSync(join(folder, file), "utf8"),
    write: (file: string, text: string) => writeFileSync(join(folder, file), text),
  };
}

async function startMock(rules: PlantStoreRules = {}) {
  const { store, url } = await openMock({}, { rules, auth: (token) => token === TOKEN });
  return { store, ...start(url) };
}

const startWrong = async (parts: Partial<Parts>) => start((await startSmallService(parts)).url);

const CONSENT = ["--create-on", "127.0.0.1"];
test("the report has groups, facts, rules and a conclusion, within 80 columns", async () => {
  const { check } = await startMock({ duplicates: { status: 409, error: 1003 }, name: { maxLength: 40 } });
  const { code, stdout, stderr } = await check(...CONSENT);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("\nIds that exist\n  · duplicate-equal           rejected: 409 with error 1003\n");
  expect(stdout).toContain("  ✓ id-exact                  n and n+1 are two ids\n");
  expect(stdout).toContain("\nRules of this service\n  · duplicates.equal          409 with error 1003\n");
  expect(stdout).toMatch(/\n45 checks: \d+ passed, \d+ facts\.\n/);
  expect(oneLine(stdout)).toContain(
    "conforms to its specification, but rejects valid plants: those with a name of more than 40 characters. ",
  );
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("a violation says what was expected and received, with a curl line, and the exit code is 1", async () => {
  const { check, read } = await startWrong({ echo: ({ name }) => ({ name }) });
  const { code, stdout } = await check(...CONSENT, "--junit", "report.xml");
  expect(code).toBe(1);
  expect(oneLine(stdout)).toMatch(
    /✗ create expected 200 with the plant that was sent: `tag` must not change; received 200 \{"name"/,
  );
  expect(stdout).toContain("    curl -i -X POST http://127.0.0.1:");
  expect(stdout).toContain('-H "authorization: Bearer $PLANT_STORE_TOKEN"');
  expect(stdout).not.toContain(TOKEN);
  expect(await parse(read("report.xml"))).toMatchObject({ tests: 45, failures: 1, errors: 0, skipped: 0 });
  expect(read("report.xml")).toContain('name="plant-store-sdk check http://127.0.0.1:');
  expect(read("report.xml").match(/(?<=name=")[a-z-]+(?="><failure)/g)).toEqual(["create"]);
});

test("known violations, vanished ones and differences mean the same in the text, JSON, JUnit and exit code", async () => {
  const { check, read, write } = await startWrong({ echo: ({ name }) => ({ name }) });
  write("known.txt", "create # the tag is dropped\n");
  const known = [...CONSENT, "--expect-violations", "known.txt", "--junit", "report.xml"];
  const expected = await check(...known);
  expect(expected.code).toBe(0);
  expect(expected.stdout).toMatch(/\nThe service has no new violations\. Known: create\.\n$/);
  expect(await parse(read("report.xml"))).toMatchObject({ failures: 0, skipped: 1 });

  write("rules.json", '{ "tag": { "maxLength": 5 } }');
  const changed = await check(...known, "--rules", "rules.json", "--json");
  expect(changed.code).toBe(3);
  expect(JSON.parse(changed.stdout)).toMatchObject({
    ...{ conforms: false, expected: ["create"], vanished: [], exitCode: 3 },
    checks: expect.arrayContaining([{ name: "id-exact", result: "pass", detail: "n and n+1 are two ids" }]),
    created: expect.arrayContaining([expect.stringMatching(/^\d{19}$/)]),
  });
  const failure = '<failure message="the service has changed">`tag.maxLength` was 5';
  expect(read("report.xml")).toContain(`name="rules">${failure}`);

  write("known.txt", "create\nmissing-name\n");
  const vanished = await check(...known);
  expect(vanished.code).toBe(1);
  expect(vanished.stdout).toContain("\nA known violation no longer occurs: remove missing-name from");
  expect(await parse(read("report.xml"))).toMatchObject({ failures: 1, skipped: 1 });
});

test("a known violation that an earlier plant hides is not inconclusive", async () => {
  const parse = (text: string) => {
    const plant = CORRECT.parse(text);
    return plant.id === undefined ? { ...plant, id: "0" } : plant;
  };
  const { check, write } = await startWrong({ parse });
  expect((await check(...CONSENT)).stdout).toContain("✗ missing-id");
  write("known.txt", "missing-id\n");
  const { code, stdout } = await check(...CONSENT, "--expect-violations", "known.txt");
  expect(oneLine(stdout)).toContain("? missing-id 409 with error 1003, as for an id that exists");
  expect(oneLine(stdout)).toContain("If a check created the plant 0, delete it");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/ no new violations\. Known: missing-id\.\n$/)]);
});

test.each([
  [CONSENT, "no valid plant was accepted: POST \\S+ received 503", "the run ended early"],
  [[], "38 checks need consent to create plants", "no plant was created"],
])("the rules of a service that is down are kept: %j", async (consent, conclusion, why) => {
  const { check, read, write } = await startWrong({ intercept: () => ({ status: 503 }) });
  write("rules.json", '{ "invalid": { "status": 422 } }');
  const { code, stdout, stderr } = await check(...consent, "--write-rules", "rules.json");
  expect(code).toBe(4);
  expect(oneLine(stdout)).toMatch(new RegExp(`Inconclusive: ${conclusion}\\.`));
  expect(stdout).not.toMatch(/✓|not rejected|not made/);
  expect(oneLine(stderr)).toBe(`rules.json was not written, because ${why}. `);
  expect(read("rules.json")).toBe('{ "invalid": { "status": 422 } }');
});

test("the rules that were found are written, also if some checks are inconclusive; the others are listed", async () => {
  const { check, read } = await startWrong({
    key: ({ id }) => Number(id),
    intercept: ({ headers }) => ("idempotency-key" in headers ? { status: 500 } : undefined),
  });
  const { code, stdout, stderr } = await check(...CONSENT, "--write-rules", "rules.json");
  expect(code).toBe(1);
  expect(stdout).toContain("  ? idempotency-key");
  expect(oneLine(stdout)).toContain("find these by their names, which begin with `plant-store-sdk check`.");
  expect(stderr).toMatch(/^Omitted from rules.json, because this run did not find them out: idempotencyKey/);
  const rules = JSON.parse(read("rules.json"));
  expect(rules).toMatchObject({ duplicates: { equal: { status: 409, error: 1003 } }, exactIds: false });
  expect(rules).not.toHaveProperty("idempotencyKey");
});

test("without consent nothing is created, and the exit code is 4", async () => {
  const { check, has, store } = await startMock();
  const { code, stdout, stderr } = await check("--write-rules", "rules.json");
  expect([code, stderr]).toEqual([4, "rules.json was not written, because no plant was created.\n"]);
  expect(has("rules.json")).toBe(false);
  expect(stdout).toContain("  ✓ reachable");
  expect(stdout).toContain("Inconclusive: 38 checks need consent to create plants. To make them, pass");
  expect(stdout).not.toContain("duplicate-equal");
  expect(stdout).not.toContain("Ids of plants");
  expect(store.plants).toEqual([]);
  expect(has("plant-store-check-created.txt")).toBe(false);
});

test("the rules that are written are the service's, the mock's, and those of the next comparison", async () => {
  const rules: PlantStoreRules = { duplicates: { status: 409, error: 1003 }, name: { minLength: 1 } };
  const { check, read, store } = await startMock(rules);
  expect((await check(...CONSENT, "--write-rules", "rules.json")).code).toBe(0);
  expect(JSON.parse(read("rules.json"))).toMatchObject({ name: { minLength: 1, maxLength: null } });
  expect((await check(...CONSENT, "--rules", "rules.json")).code).toBe(0);

  store.configure({ rules: { ...rules, name: { minLength: 0 } } });
  const { code, stdout } = await check(...CONSENT, "--rules", "rules.json");
  expect(code).toBe(3);
  expect(stdout).toContain("Differences from rules.json\n  ! `name.minLength` was 1, and is now 0.\n");

  const behaving = await startMock(JSON.parse(read("rules.json")));
  expect((await behaving.check(...CONSENT)).code).toBe(0);
});

test("the range of ids, messages and the schema are kept, because no check finds them out; the rest is omitted", async () => {
  const { check, read, write } = await startMock({
    invalid: { status: 422 },
    duplicates: "created",
    name: { maxLength: 10 },
  });
  write(
    "rules.json",
    `{ "$schema": "rules.schema.json", "invalid": { "status": 422, "message": "no" }, "atomicIds": true,
      "id": { "min": -5, "max": 9223372036854775807, "type": { "status": 400 },
        "range": { "status": 422, "message": "far" } } }`,
  );
  const { code, stdout, stderr } = await check(...CONSENT, "--write-rules", "rules.json");
  expect(code).toBe(0);
  expect(stdout).toMatch(/\n {2}– duplicate-/); // Skipped, because duplicates are not rejected.
  expect(stdout).not.toMatch(/undefined|by their names/);
  expect(oneLine(stderr)).toBe(
    "Omitted from rules.json, because this run did not find them out: atomicIds, exactIds, idempotencyKey, id.missing. ",
  );
  expect(read("rules.json")).toContain('"max": 9223372036854775807');
  const { checked, ...written } = JSON.parse(read("rules.json"));
  expect(written.id).toMatchObject({ min: -5, type: { status: 422 }, range: { message: "far" } });
  expect(written).toMatchObject({ $schema: "rules.schema.json", invalid: { status: 422, message: "no" } });
  expect(written).not.toHaveProperty("atomicIds");

  const other = await startMock();
  other.write("rules.json", read("rules.json"));
  const refused = await other.check(...CONSENT, "--write-rules", "rules.json");
  expect([refused.code, other.store.requests]).toEqual([2, []]);
  expect(refused.stderr).toContain(`rules.json has the rules of ${checked.baseUrl}. Choose another name.`);
});

test("every id is in the file before it is sent, and no run uses one again", async () => {
  const { check, read, store } = await startMock();
  const range = ["--ids", "1000..1999", "--created", "ids.txt"];
  await check(...CONSENT, ...range);
  await check(...CONSENT, ...range);
  const ids = read("ids.txt").trim().split("\n");
  const stored = store.plants.map(({ id }) => String(id));
  expect(stored.filter((id) => !ids.includes(id))).toEqual([]);
  const { stdout } = await check(...CONSENT, ...range);
  const listed = stdout.split("Ids of plants that exist or may exist\n")[1]?.match(/\b1\d{3}\b/g) ?? [];
  expect(listed).not.toEqual([]);
  expect(listed.filter((id) => ids.includes(id))).toEqual([]);
});

test("after an interruption, it names the file of ids only if an id was sent", async () => {
  const { check, has, store } = await startMock();
  store.subscribe(({ type }) => type === "received" && process.emit("SIGINT"));
  const early = await check();
  expect([early.code, early.stderr]).toEqual([130, "plant-store-sdk check: Interrupted. No id was sent.\n"]);
  expect(has("plant-store-check-created.txt")).toBe(false);
  const late = await check(...CONSENT, "--created", "ids.txt");
  expect(late.stderr).toContain(has("ids.txt") ? "are in ids.txt." : "No id was sent.");
});

test("the help lists the exit codes in the order in which they apply", async () => {
  const { check } = await startMock();
  const { stdout } = await check("--help");
  const codes = [...oneLine(stdout).matchAll(/[:;] (\d+) /g)].map(([, code]) => Number(code));
  expect(codes).toEqual([130, 2, 1, 4, 3, 0]);
});

test.each([
  [["--create-on", "plants.example"], "--create-on must be the host of the base URL, 127.0.0.1:"],
  [["--ids", "1-2"], "--ids must be a range such as 1000000..1999999."],
  [["--ids", "5..1"], "--ids must be a range from one int64 to another that is not lower."],
  [["--max-creates", "0"], "--max-creates must be an integer from 1"],
  [["--token", "secret"], "Unknown option '--token'. Set PLANT_STORE_TOKEN, or use --token-file"],
  [["secret"], "Unexpected argument."],
  [["--rules", "none.json"], "Cannot read --rules none.json (ENOENT)."],
  [["--expect-violations", "known.txt"], "Line 1 of --expect-violations known.txt is not the name"],
  [[...CONSENT, "--created", "wrong.txt"], "--created wrong.txt must contain one id per line."],
])("wrong arguments are explained: %j", async (args, problem) => {
  const { check, write } = await startMock();
  write("known.txt", "no-such-check\n");
  write("wrong.txt", "1x\n");
  const { code, stderr } = await check(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(`plant-store-sdk check: ${problem}`);
  expect(stderr).not.toContain("secret");
});
