/** The defaults in doc comments, in docs/options.md and in the help of commands are those that apply. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { COMMAND_LIMITS } from "../../mocks/parts/limits.ts";
import { builtFile } from "../../scripts/built-file.ts";
import { createFolder } from "../support/temporary-folder.ts";

const readText = (file: string) => readFileSync(resolve(import.meta.dirname, "../..", file), "utf8");

/** Nothing listens there. */
const target = { baseUrl: "http://127.0.0.1:4", token: "token-1" };

async function newClient() {
  const { PlantStoreClient } = await import("plant-store-sdk");
  return new PlantStoreClient(target);
}

/** Files with options, and calls of the functions that read them, with the fewest options. */
const READERS: Record<string, () => Promise<unknown>> = {
  "src/options.ts": async () => (await newClient()).safeCreatePlant({ id: 1, name: "" }, {}),
  "src/route.ts": async () => {
    const { plantRoute } = await import("plant-store-sdk/route");
    plantRoute({ client: await newClient(), authorize: "anyone" });
  },
  "tools/import/run/import-options.ts": async () => {
    const { importPlants, openJournal } = await import("plant-store-sdk/import");
    const journal = await openJournal(join(createFolder(), "journal.db"), { baseUrl: target.baseUrl });
    await importPlants(await newClient(), [], { journal }).next();
    await journal.close();
  },
  "tools/import/input/input-options.ts": async () =>
    (await import("plant-store-sdk/import")).readPlants("plants.json"),
  "tools/check/run/check-options.ts": async () =>
    (await import("../../tools/check/run/check-options.ts")).resolveCheckOptions(target),
  "mocks/server.ts": async () => {
    const { listen, MockStore } = await import("plant-store-sdk/mocks/server");
    await (await listen(new MockStore())).close();
  },
  "mocks/service/store-options.ts": async () => new (await import("plant-store-sdk/mocks/store")).MockStore(),
};

/** What a command does without arguments. */
const COMMANDS: Record<string, () => Promise<Values>> = {
  import: async () => ({
    ...(await defaultsOf("src/options.ts")),
    ...(await defaultsOf("tools/import/run/import-options.ts")),
  }),
  check: async () => {
    const { resolveCheckOptions } = await import("../../tools/check/run/check-options.ts");
    return resolveCheckOptions({ ...target, baseUrl: "https://plants.example" });
  },
  mock: async () => {
    const { readArguments, storeOptionsOf } = await import("../../tools/mock/mock-arguments.ts");
    const args = readArguments([]);
    const { latency, chaos } = storeOptionsOf(args);
    return { ...args, ...COMMAND_LIMITS, latency, chaos: chaos?.rate ?? 0 };
  },
};

type Values = Record<string, unknown>;
const MODULE = "../../src/common/read-options.ts";
let values: Values = {};

/** The values that apply, by option. */
async function defaultsOf(file: string): Promise<Values> {
  values = {};
  vi.resetModules();
  await READERS[file]?.();
  return values;
}

beforeAll(() => {
  vi.doMock(MODULE, async (importOriginal) => {
    const original = await importOriginal<typeof import("../../src/common/read-options.ts")>();
    const readOptions = (...args: Parameters<typeof original.readOptions>) => {
      const read = original.readOptions(...args);
      Object.assign(values, read);
      return read;
    };
    return { ...original, readOptions };
  });
});

afterAll(() => {
  vi.doUnmock(MODULE);
  vi.resetModules(); // Other test files may share the modules.
});

/** Expects that each default applies, if it is a value and not described in words. */
function expectToApply(documented: Iterable<string[]>, values: Values): void {
  let count = 0;
  for (const [, name = "", text = ""] of documented) {
    if (!/^(no limit|true|false|[\d_]+|".*"|\[\])$/.test(text)) continue;
    const value = text === "no limit" ? Number.POSITIVE_INFINITY : JSON.parse(text.replaceAll("_", ""));
    expect(values[name] ?? false, name).toEqual(value);
    count++;
  }
  expect(count).toBeGreaterThan(0);
}

test.each(Object.keys(READERS))("the defaults in the doc comments of %s apply", async (file) => {
  const comments = readText(file).matchAll(/@default ([^\n]*?) *(?:\n(?:(?!\*\/).)*)?\*\/\s*(\w+)\?:/gs);
  expectToApply(
    Array.from(comments, ([all, text = "", name = ""]) => [all, name, text]),
    await defaultsOf(file),
  );
});

test("the defaults in docs/options.md apply", async () => {
  const documented = readText("docs/options.md").matchAll(/^#### (\w+)\n\n.*?default `(.*?)`/gm);
  expectToApply(documented, await defaultsOf("src/options.ts"));
});

test.each(Object.keys(COMMANDS))("the defaults in the help of the command %s apply", async (command) => {
  const args = [builtFile("cli/plant-store-sdk.js"), command, "--help"];
  const help = execFileSync(process.execPath, args, { encoding: "utf8" });
  const rows = help.split(/^ {2}--/m).flatMap((row) => {
    const [, flag = "", text = ""] = /^(\S+) .*\(default:\s+(.*?)[;)]/s.exec(row) ?? [];
    const name = flag.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    return flag ? [[row, name, text.replace(/\s+/g, " ")]] : [];
  });
  expectToApply(rows, (await COMMANDS[command]?.()) as Values);
});
