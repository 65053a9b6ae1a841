import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, posix, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPage } from "../../mocks/page/bundle.ts";
import { builtFile } from "../../scripts/built-file.ts";
import { BUNDLED_PACKAGES } from "../../scripts/bundled-packages.ts";
import { npmCache } from "../../scripts/npm.ts";
import { packPackage } from "../../scripts/pack.ts";
import { installPackage } from "../support/install-package.ts";
import { runProgram } from "../support/run-program.ts";
import { CLOSED_PORT } from "../support/servers.ts";

const root = resolve(import.meta.dirname, "../..");
const node = join(root, "node_modules/.bin/node");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The folder of an empty application in which the packed package is installed. */
let app: string;
let installed: string;
/** The paths of the packed files within the package. */
let files: string[];
/** The size of the tarball in bytes. */
let packedSize: number;

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), "plant-store-sdk-"));
  await writeFile(join(app, "package.json"), '{ "private": true }');
  packedSize = statSync(await packPackage()).size;
  await installPackage(app);
  installed = join(app, "node_modules/plant-store-sdk");
  files = await listFiles(installed);
});

afterAll(() => rm(app, { recursive: true, force: true }));

/** Reads a file of the installed package. */
const read = (file: string) => readFileSync(join(installed, file), "utf8");

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(folder.length + 1).replaceAll("\\", "/"), entry.name))
    .sort();
}

/** Runs a file in the application and parses its output as JSON. */
async function runInApp(name: string, source: string): Promise<unknown> {
  await writeFile(join(app, name), source);
  // Environment variables could cause warnings of Node or set options of the client.
  const { stdout, stderr } = await runProgram(node, [name], { cwd: app, env: {} });
  expect(stderr, "no warnings").toBe("");
  return JSON.parse(stdout);
}

test("the package contains only the build and the documents", () => {
  const guides = readdirSync(join(root, "docs")).filter((name) => /\.(md|json)$/.test(name));
  const pages = "CHANGELOG CONTRIBUTING README SECURITY THIRD-PARTY-LICENSES".split(" ");
  const documents = [...pages.map((name) => `${name}.md`), ...guides.map((name) => `docs/${name}`)];
  const isExtra = (file: string) =>
    /^(examples\/[\w-]+\.\w+|docs\/pictures\/.+|dist\/.+\.(c?js|d\.c?ts|map)|dist\/sbom\.cdx\.json)$/.test(
      file,
    );
  expect(files.filter((file) => !isExtra(file))).toEqual([...documents, "LICENSE", "package.json"].sort());
});

test("every link between documents of the package leads to one of its files", () => {
  const documents = files.filter((file) => file.endsWith(".md"));
  const links = documents.flatMap((file) =>
    Array.from(
      read(file).matchAll(/\]\((?![a-z]+:|[#{])([^)#\s]+)/g),
      ([, link]) => `${file}: ${posix.join(posix.dirname(file), String(link))}`,
    ),
  );
  expect(links.length).toBeGreaterThan(100);
  const dead = links.filter((link) => !files.some((file) => link.endsWith(`: ${file}`)));
  expect(dead).toEqual([]);
});

test("every link to the repository names the one in package.json, and leads to one of its files", () => {
  const { repository, homepage, bugs } = manifest;
  const url = /^git\+(https:\/\/github\.com\/[^/]+\/plant-store-sdk)\.git$/.exec(repository.url)?.[1];
  expect([homepage, bugs.url]).toEqual([`${url}#readme`, `${url}/issues`]);
  const texts = files.filter((file) => file.endsWith(".md")).map(read);
  const links = texts.flatMap((text) => text.match(/https:\/\/[^)\s]+\/plant-store-sdk\/[^)\s]+/g) ?? []);
  expect(links.length).toBeGreaterThan(5);
  const dead = links.filter((link) => {
    const path = /^\/(?:blob|tree|raw)\/main\/([^#]+)/.exec(link.slice(url?.length))?.[1];
    return !link.startsWith(`${url}/`) || !existsSync(join(root, `${path}`));
  });
  expect(dead).toEqual([]);
});

test("the builds contain the packages of the list, and the package names their licenses and versions", async () => {
  const builds = ["esm", "cjs"].map((format) =>
    JSON.parse(readFileSync(builtFile(`metafile-${format}.json`), "utf8")),
  );
  const bundled = [...builds, (await buildPage()).metafile].flatMap(({ outputs }) => {
    const inputs = Object.values<{ inputs: object }>(outputs).flatMap((output) => Object.keys(output.inputs));
    return inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  });
  const rows = read("THIRD-PARTY-LICENSES.md").matchAll(/^\| (\S+) \| ([\d.]+) \|/gm);
  const listed = Array.from(rows, ([, name = "", version]) => ({ name, version }));
  const installed = BUNDLED_PACKAGES.map((name) => {
    const { version } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
    return { name, version };
  });
  expect([...new Set(bundled)].sort()).toEqual([...BUNDLED_PACKAGES].sort());
  expect(listed).toEqual(installed);
  const { components } = JSON.parse(read("dist/sbom.cdx.json"));
  expect(components).toEqual(installed.map((component) => expect.objectContaining(component)));
});

test("the live page has at most 45 kB with the SDK and Zod, gzipped", async () => {
  const { outputFiles } = await buildPage();
  const sizes = outputFiles.map(({ contents }) => gzipSync(contents).length);
  expect(sizes.length).toBe(4);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(45_000);
});

test("the tarball has at most 560 kB", () => {
  expect(packedSize).toBeGreaterThan(0);
  expect(packedSize).toBeLessThanOrEqual(560_000);
});

const refused = `
  import { createPlant } from "plant-store-sdk";
  await createPlant({ id: 1, name: "Fern" }, { baseUrl: "http://127.0.0.1:${CLOSED_PORT}", token: "t" });`;
const noUrl = 'new (require("plant-store-sdk").PlantStoreClient)();';

test.each([
  ["await-call.mjs", refused, /^PlantStoreConnectionError: Could not connect/],
  ["no-url.cjs", noUrl, /^PlantStoreConfigurationError: `baseUrl` is/],
])("an uncaught failure shows its message first, and few lines: %s", async (file, source, text) => {
  await writeFile(join(app, file), source);
  const { code, stderr } = await runProgram(node, [file], { cwd: app, env: {} });
  expect(code).toBe(1);
  const lines = stderr.trimEnd().split("\n");
  expect(lines.slice(0, 5)).toContainEqual(expect.stringMatching(text));
  expect(lines.length).toBeLessThanOrEqual(25);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(300);
});

test("every source map that a built file references is in the package, and so are its sources", () => {
  const missing = files.flatMap((file) => {
    const [, name] = /^\/[/*]# sourceMappingURL=(\S+)/m.exec(read(file)) ?? [];
    if (name === undefined) return [];
    const map = posix.join(dirname(file), name);
    if (!files.includes(map)) return [`${file}: ${name}`];
    const { sources, sourcesContent } = JSON.parse(read(map));
    return (sources as string[])
      .filter((_, index) => typeof sourcesContent?.[index] !== "string")
      .filter((source) => !files.includes(posix.join(dirname(map), source)))
      .map((source) => `${map}: ${source}`);
  });
  expect(missing).toEqual([]);
});

const ownZodSource = `
  const form = z.object({ plant: newPlantSchema, note: z.string() });
  const valid = form.safeParse({ plant: { id: 1, name: "Fern" }, note: "new" });
  const invalid = form.safeParse({ plant: { id: 1 }, note: "new" });
  const both = [newPlantSchema instanceof z.core.$ZodType, z.core.toDotPath(invalid.error.issues[0].path)];
  console.log(JSON.stringify([valid.data, ...both]));
`;

test.each([
  ["zod.mjs", 'import * as z from "zod"; import { newPlantSchema } from "plant-store-sdk";'],
  ["mini.mjs", 'import * as z from "zod/mini"; import { newPlantSchema } from "plant-store-sdk";'],
  ["zod.cjs", 'const z = require("zod"); const { newPlantSchema } = require("plant-store-sdk");'],
])("a schema can be part of a schema of the application's own Zod: %s", async (file, imports) => {
  const data = { plant: { id: 1, name: "Fern" }, note: "new" };
  expect(await runInApp(file, imports + ownZodSource)).toEqual([data, true, "plant.name"]);
});

test("installing the package adds only ky and zod", () => {
  const lock = JSON.parse(readFileSync(join(app, "node_modules/.package-lock.json"), "utf8"));
  const added = ["ky", "plant-store-sdk", "zod"].map((name) => `node_modules/${name}`);
  expect(Object.keys(lock.packages).sort()).toEqual(added);
});

test.each([
  [
    "app.mjs",
    `import { createPlant, VERSION } from "plant-store-sdk";
     import { listen, MockStore } from "plant-store-sdk/mocks/server";
     import openapi from "plant-store-sdk/openapi.json" with { type: "json" };`,
  ],
  [
    "app.cjs",
    `const { createPlant, VERSION } = require("plant-store-sdk");
     const { listen, MockStore } = require("plant-store-sdk/mocks/server");
     const openapi = require("plant-store-sdk/openapi.json");`,
  ],
])("%s can create a plant in a mock on a port without msw, and read the document", async (file, imports) => {
  const source = `${imports}
    listen(new MockStore()).then(async (server) => {
      const data = await createPlant({ id: 42, name: "Fern" }, { baseUrl: server.url, token: "any" });
      console.log(JSON.stringify([data, VERSION, openapi.openapi]));
      await server.close();
    });`;
  expect(await runInApp(file, source)).toEqual([{ name: "Fern" }, manifest.version, "3.1.0"]);
});

test("a journal that the ESM build opened works in the CommonJS build, and the other way round", async () => {
  const source = `
    import { createRequire } from "node:module";
    import * as esm from "plant-store-sdk/import";
    const cjs = createRequire(import.meta.url)("plant-store-sdk/import");
    const data = { name: "Fern" };
    const client = { safeCreatePlant: async () => ({ success: true, data, response: { status: 200, headers: new Headers() } }) };
    const outcomes = [];
    for (const [opener, importer] of [[esm, cjs], [cjs, esm]]) {
      const journal = await opener.openJournal(":memory:", { baseUrl: "https://plants.example" });
      for await (const row of importer.importPlants(client, [{ id: 1, name: "Fern" }], { journal })) outcomes.push(row.outcome);
      await journal.close();
    }
    console.log(JSON.stringify([esm.importPlants === cjs.importPlants, ...outcomes]));`;
  expect(await runInApp("journals.mjs", source)).toEqual([false, "created", "created"]);
});

test.each([
  ["plant-store-mock", [], "plant-store-mock"],
  ["plant-store-sdk", ["import"], "plant-store-sdk import"],
  ["npx", ["plant-store-sdk"], "plant-store-sdk"],
])("%s %j starts the command of the package", async (program, args, name) => {
  const path = [dirname(node), join(app, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const options = { cwd: app, env: { PATH: path, npm_config_cache: npmCache } };
  const version = await runProgram(program, [...args, "--version"], options);
  expect([version.code, version.stdout]).toEqual([0, `${manifest.version}\n`]);
  expect((await runProgram(program, [...args, "--help"], options)).stdout).toContain(`Usage: ${name} `);
});

test("a client and a cached token of different module formats share what they know of a call and a failure", async () => {
  const source = `
    import { PlantStoreClient } from "plant-store-sdk";
    import { createRequire } from "node:module";
    const { cachedToken } = createRequire(import.meta.url)("plant-store-sdk");
    const create = (token, timeout) => new PlantStoreClient({
      baseUrl: "https://plants.example", token, timeout, fetch: async () => new Response('{"name":"Fern"}'),
    }).safeCreatePlant({ id: 1, name: "Fern" });
    const { error } = await create(cachedToken(() => "not a token"));
    let fetches = 0;
    const token = cachedToken(() => fetches++ ? new Promise(() => {}) : { token: "a-token", expiresIn: 1000 });
    await create(token);
    const { now } = Date;
    Date.now = () => now() + 980_000;
    console.log(JSON.stringify({ error, late: await create(token, 1_000) }));`;
  expect(await runInApp("formats.mjs", source)).toMatchObject({
    error: { kind: "configuration", retryable: false, option: "fetchToken" },
    late: { success: true },
  });
});
