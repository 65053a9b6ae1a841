/** The code blocks of the README and the guides compile, run and print what they document. */
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path/posix";
import { PlantStoreClient } from "plant-store-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  Application,
  blocksOf,
  documentedOutput,
  headingsOf,
  listGuides,
  readProjectFile,
} from "./guide-code.ts";
import { makeFolder, Reader } from "./reader.ts";

const guides = ["README.md", ...listGuides()];
const blocks = guides.flatMap(blocksOf);
const runs = (kind: string) => kind !== "fragment" && kind !== "excerpt";

let folder: string;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => rm(folder, { recursive: true }));

test.concurrent("every block of the guides compiles with the strict settings of the project", async ({
  expect,
  onTestFinished,
}) => {
  const application = new Application();
  onTestFinished(() => application.remove());
  // The examples themselves are compiled with the project.
  for (const block of blocks) if (block.language === "ts" && block.kind !== "excerpt") application.add(block);
  const { code, stdout } = await application.typeCheck();
  expect(stdout).toBe("");
  expect(code).toBe(0);
});

test.concurrent.for(guides.filter((guide) => blocksOf(guide).some(({ kind }) => runs(kind))))(
  "every block of %s runs as it stands, and prints what it says",
  async (guide, { expect, onTestFinished }) => {
    const reader = await Reader.open(guide, folder);
    onTestFinished(() => reader.close());
    for (const block of blocksOf(guide).filter(({ kind }) => runs(kind))) {
      const { code, stdout, stderr } = await reader.follow(block);
      const documented = documentedOutput(block.code);
      const printed = stdout.split("\n").filter((line) => documented.includes(line));
      expect({ line: block.line, code, stderr, printed }).toEqual({
        ...{ line: block.line, code: 0, printed: documented },
        stderr: expect.not.stringContaining("Error"),
      });
    }
    if (guide === "docs/page-and-server.md") {
      const page = await fetch(reader.serverUrl);
      expect(await page.text()).toContain('src="page.js"');
      const client = new PlantStoreClient({ baseUrl: `${reader.serverUrl}/api`, token: null });
      expect(await client.createPlant({ id: 1, name: "Fern" })).toEqual({ name: "Fern" });
    }
  },
);

test("every excerpt of an example is the same as in the example", () => {
  const excerpts = blocks.filter(({ kind }) => kind === "excerpt");
  expect(excerpts.length).toBeGreaterThan(0);
  for (const { code, example } of excerpts) expect(readProjectFile(example)).toContain(code);
});

test("every link to a heading of a guide is valid", () => {
  const links = guides.flatMap((guide) => headingLinksOf(guide));
  expect(links.length).toBeGreaterThan(0);
  const anchors = new Map(guides.map((guide) => [guide, headingsOf(guide).map(anchorOf)]));
  const broken = links.filter(({ target, anchor }) => !anchors.get(target)?.includes(anchor));
  expect(broken).toEqual([]);
});

test("every npm script that a guide names exists", () => {
  const { scripts } = JSON.parse(readProjectFile("package.json"));
  const named = guides.flatMap((guide) =>
    Array.from(readProjectFile(guide).matchAll(/npm run ([a-z:-]+)/g), ([, script]) => script),
  );
  expect(named).toContain("demo");
  expect(named.filter((script) => !(`${script}` in scripts))).toEqual([]);
});

test("the API reference contains every guide", () => {
  const { projectDocuments } = JSON.parse(readProjectFile("typedoc.json"));
  expect([...projectDocuments].sort()).toEqual(listGuides());
});

function headingLinksOf(guide: string) {
  const links = readProjectFile(guide).matchAll(/\]\(((?!https?:)[^()#]*)#([^()]+)\)/g);
  return Array.from(links, ([, path, anchor = ""]) => {
    return { guide, target: path ? join(dirname(guide), path) : guide, anchor };
  });
}

/** The anchor that GitHub and TypeDoc generate. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
