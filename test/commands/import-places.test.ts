/** The journal behind links and mounts, and on a small disk. Needs root for mounts. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { LONG_WAIT } from "../support/long-wait.ts";
import { command, linesUpTo, resultOf, Workplace } from "./import-command.ts";

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

test("a second import is turned away through a link and through a mount, and so is a dry run", async () => {
  const work = await Workplace.create(linesUpTo(2), { latency: 10_000 });
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

  const again = await work.import(["plants.ndjson", "--journal", "j.db"]);
  expect([0, 3], again.stderr).toContain(again.code);
  const held = Number(/ unknown +(\d+)/.exec(again.stdout)?.[1]);
  expect(held).toBeLessThanOrEqual(8); // Those that were in flight.
  const ids = work.store.plants.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(count - held);
});
