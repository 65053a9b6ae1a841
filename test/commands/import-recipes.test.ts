/** The recipes of the guide for operators, run as they are written. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { blocksOf, readProjectFile } from "../docs/guide-code.ts";
import { command, linesUpTo, Workplace } from "./import-command.ts";

/** The shell code of the guide that contains a text. */
function recipeWith(text: string): string {
  const guides = ["docs/importing.md", "docs/import-reference.md"].flatMap(blocksOf);
  const found = guides.filter(({ code }) => code.includes(text));
  expect(found).toHaveLength(1);
  return String(found[0]?.code);
}

/** Runs code in the folder, with the command in PATH. */
async function shell({ folder, environment }: Workplace, code: string, env: Record<string, string> = {}) {
  const bin = join(folder, "bin");
  if (!existsSync(bin)) {
    mkdirSync(bin);
    symlinkSync(command, join(bin, "plant-store-sdk"));
    symlinkSync(process.execPath, join(bin, "node"));
  }
  const PATH = `${bin}${delimiter}${process.env.PATH}`;
  return promisify(execFile)("sh", ["-c", code], { cwd: folder, env: { ...environment, PATH, ...env } });
}

/** The tests have the command in their PATH. */
const PROGRAMS = "node_modules/.bin/";

test("a shell loop imports all shards, and the journals are counted", async () => {
  const work = await Workplace.create(linesUpTo(100));
  const { stdout } = await shell(work, recipeWith("--shard").replaceAll(PROGRAMS, ""));
  expect(stdout).toContain("8 journals\n  100 created, 0 not created, 0 unknown\n");
  expect(work.store.plants).toHaveLength(100);
});

test("the crontab prints only what needs a person", async () => {
  const guide = readProjectFile("docs/importing.md");
  const [, code = ""] = /^0 2 \* \* \* cd \/srv\/plants && (.*)$/m.exec(guide) ?? [];
  const work = await Workplace.create();
  const job = () => shell(work, code.replaceAll(PROGRAMS, ""));
  work.write("token", "any");
  work.write("plants.csv", "id,name\n1,Fern\n");
  expect(await job()).toEqual({ stdout: "", stderr: "" });
  work.write("plants.csv", "id,name\n1,Fern\nx,Ivy\n");
  expect((await job()).stdout).toContain("✗ not created  1\n");
});

test("the Kubernetes job imports all shards", async () => {
  const job = parse(readProjectFile("examples/kubernetes/import-job.yaml"));
  const { completions, template } = job.spec;
  const [container] = template.spec.containers;
  expect(container.command).toEqual(["sh", "-c"]);
  const work = await Workplace.create(linesUpTo(100));
  mkdirSync(join(work.folder, "journals"));
  const pods = Array.from({ length: completions }, (_, index) =>
    shell(work, container.args[0], { JOB_COMPLETION_INDEX: String(index) }),
  );
  await Promise.all(pods);
  expect(work.store.plants).toHaveLength(100);
});
