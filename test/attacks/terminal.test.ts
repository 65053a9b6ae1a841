/** Text from files and stores that would control the terminal. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { styleText } from "node:util";
import type { PlantStoreFetch } from "plant-store-sdk";
import { openJournal } from "plant-store-sdk/import";
import { describe, expect, test } from "vitest";
import { conclude, formatJunit } from "../../tools/check/command/format-report.ts";
import { formatJson, print } from "../../tools/terminal/print.ts";
import { runJournal } from "../commands/import-command.ts";
import { runMock } from "../commands/running-command.ts";
import { failureAfter } from "../support/client.ts";
import { fail, respond } from "../support/fetch-stubs.ts";
import { createFolder } from "../support/temporary-folder.ts";

function printed(text: string): string {
  const stream = new PassThrough();
  print(text, stream);
  return String(stream.read());
}

test("only line breaks and colors reach a terminal", () => {
  const color = styleText("green", "✓", { validateStream: false });
  expect(printed(`${color} a\nb`)).toBe(`${color} a\nb\n`);
  const hidden = "a\u001b[2J\u001b]0;title\u0007\r\b\u009b5n\u202eb\u200b\u2066\ufeff\u{e0001}c";
  expect(printed(hidden)).toBe("a[2J]0;title5nbc\n");
  expect(printed("\u001b[8mhidden")).toBe("[8mhidden\n"); // Not a color: it would hide text.
});

test("no other function of the commands writes to a terminal", () => {
  const folder = resolve(import.meta.dirname, "../../tools");
  const files = globSync("{terminal,mock,*/command}/**/*.ts", { cwd: folder });
  const writers = files.filter((file) =>
    /(stdout|stderr|stream)\.write\(|console\./.test(readFileSync(join(folder, file), "utf8")),
  );
  // An old Node loads nothing else of the commands.
  expect(writers.sort()).toEqual(["terminal/command.ts", "terminal/print.ts"]);
});

test("JSON for a terminal escapes the same characters, and keeps them", () => {
  const value = { name: "👩\u200d🌾 \u009b\u{e0001}", id: 2n ** 63n - 1n };
  const text = formatJson(value);
  expect(text).toBe('{"name":"👩\\u200d🌾 \\u009b\\udb40\\udc01","id":9223372036854775807}');
  expect(JSON.parse(text).name).toBe(value.name);
});

test("a JUnit report contains no character that XML or a terminal rejects", () => {
  const detail = "a\u0000\u001b\ufffe\uffff\ud800\u202eb";
  const checks = [{ name: "create", result: "fact", detail } as const];
  const conclusion = conclude(
    { conforms: true, checks, rejectsValid: [], rules: {}, created: [] },
    new Set(),
  );
  const xml = formatJunit(conclusion, "https://plants.example");
  expect(xml).toContain("<system-out>a\ufffdb</system-out>");
});

test("what the mock quotes from --rules neither controls the terminal nor begins a line", async () => {
  const { output } = await runMock(["--rules", '{"\u009b2J\\u001b[32mfern\\n✓ created":1}']);
  expect(output.stderr).toContain("`2J[32mfern ✓ created`");
  expect(output.stderr).not.toMatch(/\p{Cc}(?!$)/u);
});

test("the base URL in a journal neither colors the terminal nor begins a line", async () => {
  const path = join(createFolder(), "plants.db");
  await (await openJournal(path, { baseUrl: "https://plants.example\n\u001b[32m✓" })).close();
  const { stdout } = await runJournal(path);
  expect(stdout.split("\n")[0]).toBe(`${path}  https://plants.example [32m✓`);
});

describe("the message of a failure", () => {
  const hostile = "a\u001b[2J\u007fb\u009b5n\u202ec\u2066d\r\ne\tf\u2028g";
  const escaped = "a\\u001b[2J\\u007fb\\u009b5n\\u202ec\\u2066d e f g";
  const body = JSON.stringify({ error: 1, message: hostile });
  const statusText = { value: hostile };

  test.each<[string, PlantStoreFetch]>([
    ["the store's message in a 400", respond(400, body)],
    ["the store's message in a 409", respond(409, body)],
    [
      "a status text",
      async () => Object.defineProperty(new Response(null, { status: 500 }), "statusText", statusText),
    ],
    ["a network error", fail(new Error(hostile))],
    ["the cause of a network error", fail(new Error("a", { cause: new Error(hostile) }))],
    ["what `fetch` threw instead of an error", fail(hostile)],
  ])("has the controls of %s escaped, and its line breaks and tabs replaced", async (_, fetch) => {
    const { message, stack } = await failureAfter(fetch);
    expect(message).toContain(escaped);
    expect(stack).toContain(escaped);
  });

  test("leaves the body of the response as it came", async () => {
    expect(await failureAfter(respond(400, body))).toMatchObject({ response: { body } });
    expect(await failureAfter(respond(503, hostile))).toMatchObject({ response: { body: hostile } });
  });

  test("also has no controls in its causes, whose stacks keep their lines", async () => {
    const thrown = Object.assign(new Error(hostile), { name: "a\u001b" });
    const { cause } = await failureAfter(fail(new TypeError(hostile, { cause: thrown })));
    for (const { name, message, stack } of [cause, (cause as Error).cause] as Error[]) {
      expect(message).toBe(escaped);
      expect(stack).toMatch(/\n {4}at /);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
      expect(`${name}${stack}`).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    }
  });

  test("keeps the marks that Hebrew, Arabic and emoji need", async () => {
    const marked = "\u05d0\u200e \u0627\u200f\u061c \u{1f469}\u200d\u{1f33e}";
    expect(await failureAfter(respond(400, JSON.stringify({ error: 1, message: marked })))).toMatchObject({
      message: marked,
    });
  });
});
