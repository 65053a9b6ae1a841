/** The code blocks of the README and the guides compile, run and print what they document. */
import { dirname, join } from "node:path/posix";
import { listen, MockStore } from "plant-store-sdk/mocks/server";
import { afterAll, expect, test } from "vitest";
import {
  Application,
  blocksOf,
  documentedOutput,
  headingsOf,
  listGuides,
  readProjectFile,
} from "./guide-code.ts";

const guides = ["README.md", ...listGuides()];
const blocks = guides.flatMap(blocksOf);
const application = new Application();
// The examples themselves are compiled with the project.
for (const block of blocks) if (block.kind !== "excerpt") application.add(block);
afterAll(() => application.remove());

const longTimeout = { timeout: 65_000 };

test.concurrent(
  "every block of the guides compiles with the strict settings of the project",
  longTimeout,
  async () => {
    const { code, stdout } = await application.typeCheck();
    expect(stdout).toBe("");
    expect(code).toBe(0);
  },
);

test.concurrent("every test file in the guides passes under Vitest", longTimeout, async () => {
  const files = blocks.filter(({ kind }) => kind === "test");
  expect(files.length).toBeGreaterThan(1);
  const { code, stdout, stderr } = await application.runTests(files);
  expect(stderr).toBe("");
  // Vitest fails a file without a test.
  expect(stdout).toMatch(new RegExp(`Test Files +${files.length} passed \\(${files.length}\\)`));
  expect(stdout).toMatch(/Tests +(\d+) passed \(\1\)/);
  expect(code).toBe(0);
});

for (const block of blocks.filter(({ kind }) => kind === "program")) {
  const name = `${block.guide}:${block.line}, "${block.heading}",`;
  test.concurrent(`${name} runs and prints the documented output`, longTimeout, async () => {
    const sessions = () => new MockStore();
    await using server = await listen(new MockStore(), { admin: true, sessions });
    const env = { PLANT_STORE_BASE_URL: server.url, PLANT_STORE_TOKEN: "token-of-the-guides" };
    const { code, stdout, stderr } = await application.run(block, env);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const documented = documentedOutput(block.code);
    expect(stdout.split("\n").filter((line) => documented.includes(line))).toEqual(documented);
  });
}

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
  expect([...projectDocuments].sort()).toEqual(listGuides().sort());
});

function headingLinksOf(guide: string): { guide: string; target: string; anchor: string }[] {
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
