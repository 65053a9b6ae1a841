/** The journal in places where a home-made lock fails: containers, links, mounts, small disks, other folders. Needs root. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { LONG_WAIT } from "../support/long-wait.ts";
import { command, JOURNAL, linesUpTo, resultOf, Workplace } from "./import-command.ts";

const COUNT = 150;
const plants = linesUpTo(COUNT);

/** Runs a shell script in namespaces of its own, like a container. */
function inContainer(work: Workplace, script: string) {
  const env = { PATH: process.env.PATH, ...work.environment };
  return spawn("unshare", ["--mount", "--pid", "--fork", "sh", "-c", script], { cwd: work.folder, env });
}

const importCommand = `'${process.execPath}' '${command}' import`;

/** Whether this user may have namespaces of its own. */
const canUnshare = (() => {
  try {
    execFileSync("unshare", ["--mount", "--pid", "--fork", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Starts an import, and kills it when the store has some plants. */
async function killed(
  work: Workplace,
  child = work.start(["plants.ndjson"]),
  kill: () => unknown = () => child.kill("SIGKILL"),
): Promise<void> {
  const ended = once(child, "close");
  await vi.waitUntil(() => work.store.plants.length > 40, { ...LONG_WAIT, interval: 5 });
  kill();
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 200)); // Requests that the store has received are handled.
}

/** Continues an import. Every plant must exist once, except for the few that were in flight. */
async function expectContinued(work: Workplace, count: number, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await work.import(["plants.ndjson", ...args]);
  expect([0, 3], stderr).toContain(code);
  const held = Number(/ unknown +(\d+)/.exec(stdout)?.[1]);
  expect(held).toBeLessThanOrEqual(8);
  const ids = work.store.plants.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(count - held);
}

test.runIf(canUnshare)("after SIGKILL in a container, the same command continues", async () => {
  const work = await Workplace.create(plants);
  const child = inContainer(work, `exec ${importCommand} plants.ndjson`);
  await killed(work, child, () => execFileSync("pkill", ["-KILL", "-P", String(child.pid)]));
  const again = await resultOf(inContainer(work, `exec ${importCommand} plants.ndjson`));
  expect([0, 3], again.stderr).toContain(again.code);
  await expectContinued(work, COUNT);
});

test("a second import is turned away through a link and through a mount, and so is a dry run", async () => {
  const work = await Workplace.create(plants, { latency: 10_000 });
  const first = work.start(["plants.ndjson"]);
  await vi.waitUntil(() => work.store.requests.length > 0, LONG_WAIT);
  symlinkSync(work.folder, join(work.folder, "linked"));
  mkdirSync(join(work.folder, "mounted"));
  const script = `mount --bind . mounted && exec ${importCommand} mounted/plants.ndjson`;
  for (const { code, stderr } of [
    await work.import(["linked/plants.ndjson"]),
    await work.import(["plants.ndjson", "--dry-run"]),
    ...(canUnshare ? [await resultOf(inContainer(work, script))] : []),
  ])
    expect([code, stderr]).toEqual([
      5,
      expect.stringMatching(/is in use, by another process or by this one/),
    ]);
  first.kill("SIGKILL");
});

test.runIf(canUnshare)("a full disk ends the import, which continues when there is space", async () => {
  const count = 400;
  const work = await Workplace.create(linesUpTo(count));
  mkdirSync(join(work.folder, "disk"));
  const script = `mount -t tmpfs -o size=48k tmpfs disk && ${importCommand} plants.ndjson --journal disk/j.db; code=$?; cp disk/j.db* .; exit $code`;
  const { code, stderr } = await resultOf(inContainer(work, script));
  expect([code, stderr]).toEqual([2, expect.stringMatching(/disk is full or has failed\. Free some space/)]);
  expect(work.store.plants.length).toBeLessThan(count);
  await expectContinued(work, count, "--journal", "j.db");
});

test.each<[string, (from: string, to: string) => void]>([
  [
    "moved with its -journal file",
    (from, to) => {
      if (existsSync(`${from}-journal`)) renameSync(`${from}-journal`, `${to}-journal`);
      renameSync(from, to);
    },
  ],
  ["renamed", renameSync],
])("after SIGKILL, an import continues with a journal that was %s", async (_, move) => {
  const work = await Workplace.create(plants);
  await killed(work);
  move(join(work.folder, JOURNAL), join(work.folder, "moved.db"));
  await expectContinued(work, COUNT, "--journal", "moved.db");
});
