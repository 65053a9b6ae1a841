/** The built declarations, and what editors show of them. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { createApiReport, reportPath } from "../../scripts/api-report.ts";

const root = resolve(import.meta.dirname, "../..");
/** Inside the project, which can import itself by its name. Not on disk. */
const file = join(root, "app.ts");

const app = `
  import { cachedToken, PlantStoreClient, type PlantStoreFailure, PlantStoreTimeoutError } from "plant-store-sdk";
  import { MockStore } from "plant-store-sdk/mocks/store";
  const client = new /*client*/PlantStoreClient();
  const store = new /*store*/MockStore();
  const error = {} as PlantStoreFailure;
  error./*outcome*/outcome;
  if (error.kind === "rejected") {
    error./*outcome of one kind*/outcome;
    error.response./*body of one kind*/body;
  }
  error.response?./*body*/body;
  /*token*/cachedToken(() => "any");
  throw new /*failure*/PlantStoreTimeoutError("late", { outcome: "unknown", attempts: 1, timeout: 5 });
`;

const latest = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 };
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => {
    const text = path === file ? app : ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCompilationSettings: () => ({ ...latest, strict: true, types: [] }),
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

/** What is shown of the name after a marker in the app. */
function hover(marker: string) {
  const comment = `/*${marker}*/`;
  const info = service.getQuickInfoAtPosition(file, app.indexOf(comment) + comment.length);
  const { displayPartsToString } = ts;
  return { type: displayPartsToString(info?.displayParts), text: displayPartsToString(info?.documentation) };
}

test("an outcome shows its values, and no class that an app cannot import", () => {
  const type = '(property) outcome: "not-created" | "unknown" | "created"';
  const text = expect.stringContaining("Whether the call created a plant.");
  expect(hover("outcome")).toEqual({ type, text });
  expect(hover("outcome of one kind")).toEqual({ type, text });
});

test("functions and constructors show what they take, and no type that an app cannot import", () => {
  expect(hover("token").type).toMatch(/=> string \| \{\s+token: string;/);
  expect(hover("failure").type).toMatch(/details: \{\s+outcome: PlantStoreOutcome;/);
});

test("the body of a failure's response has one description", () => {
  const text = expect.stringMatching(/^The first 2,048 characters[^.]*\.[^.]*\.[^.]*\.$/);
  for (const marker of ["body", "body of one kind"]) expect(hover(marker).text).toEqual(text);
});

test("the constructors have a description", () => {
  expect(hover("client").text).toMatch(/^Creates a client/);
  expect(hover("store").text).toMatch(/^Creates a store/);
});

test("the public types match docs/types.md", () => {
  const advice =
    "The built public types differ from docs/types.md. If the change is intended, run `npx node scripts/api-report.ts` and commit the page";
  expect(createApiReport(), advice).toBe(readFileSync(reportPath, "utf8"));
});
