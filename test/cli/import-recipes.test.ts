/** The recipes of the guide for operators, run as they are written. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { stringifyJson } from "../../src/contract/json.ts";
import { readProjectFile } from "../docs/guide-code.ts";
import { command, JOURNAL, linesOf, Workplace } from "./import-command.ts";

/** The shell code of the guide that contains a text. */
function recipeWith(text: string): string {
  const blocks = Array.from(
    ["importing", "import-reference"]
      .map((name) => readProjectFile(`docs/${name}.md`))
      .join("\n")
      .matchAll(/^```sh\n([\s\S]*?)^```$/gm),
    ([, code]) => code,
  );
  const found = blocks.filter((code) => code?.includes(text));
  expect(found).toHaveLength(1);
  return String(found[0]);
}

/** Runs code in the folder, with the command in PATH. */
async function shell({ folder, server }: Workplace, code: string, env: Record<string, string> = {}) {
  const bin = join(folder, "bin");
  if (!existsSync(bin)) {
    mkdirSync(bin);
    symlinkSync(command, join(bin, "plant-store-sdk"));
    symlinkSync(process.execPath, join(bin, "node"));
  }
  const store = { PLANT_STORE_BASE_URL: server.url, PLANT_STORE_TOKEN: "any" };
  return promisify(execFile)("sh", ["-c", code], {
    cwd: folder,
    env: { ...store, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
  });
}

const plants = (count: number) =>
  linesOf(...Array.from({ length: count }, (_, index) => ({ id: index + 1 })));

test("a dump of the store decides about unknown rows, unless an id has other content", async () => {
  const isExact = (await promisify(execFile)("jq", ["-n", "-c", "[9007199254740993]"])).stdout.includes(
    "993",
  );
  const big = '{"id":9007199254740993,"name":"Olive","tag":"x"}\n';
  const work = await Workplace.create(plants(6) + big);
  const lost = { afterCreate: true };
  work.store.enqueue(
    ...[2, 4, 9007199254740993n].map((id) => faults.reset({ id, ...lost })),
    faults.reset({ id: 5 }),
  );
  work.store.enqueue(faults.reset({ id: 6 }));
  expect((await work.import(["plants.ndjson"])).code).toBe(3);
  const other = { id: 6, name: "Somebody else's" };
  const dump = [...work.store.plants, other].map((plant) => `${stringifyJson(plant)}\n`).join("");
  work.write("dump.ndjson", '{"error":500,"message":"no dump"}\n');
  await expect(shell(work, recipeWith("dump.ndjson"))).rejects.toThrow("not a plant");
  work.write("dump.ndjson", dump);
  await expect(shell(work, recipeWith("dump.ndjson"))).rejects.toMatchObject({ code: 3 });
  expect(work.store.plants.map(({ id }) => Number(id)).sort()).toEqual([1, 2, 3, 4, 5, 9007199254740992]);
  const unknown = work.read(`${JOURNAL}.unknown.ndjson`);
  expect(unknown).toMatch(/^\{"row":"6:/);
  expect(unknown.split("\n")).toHaveLength(isExact ? 2 : 3);
});

test("a shell loop imports all shards, and the journals are counted", async () => {
  const work = await Workplace.create(plants(100));
  const { stdout } = await shell(work, recipeWith("--shard"));
  expect(stdout).toContain("8 journals\n  100 created, 0 not created, 0 unknown\n");
  expect(work.store.plants).toHaveLength(100);
});

test("the Kubernetes job imports all shards", async () => {
  const job = parse(readProjectFile("examples/kubernetes/import-job.yaml"));
  const { completions, template } = job.spec;
  const [container] = template.spec.containers;
  expect(container.command).toEqual(["sh", "-c"]);
  const work = await Workplace.create(plants(100));
  mkdirSync(join(work.folder, "journals"));
  const pods = Array.from({ length: completions }, (_, index) =>
    shell(work, container.args[0], { JOB_COMPLETION_INDEX: String(index) }),
  );
  await Promise.all(pods);
  expect(work.store.plants).toHaveLength(100);
});
