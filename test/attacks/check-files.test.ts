/** Files that would make `plant-store-sdk check` overwrite its input, or hang. */
import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runInProcess } from "../commands/import-command.ts";
import { createFolder } from "../support/temporary-folder.ts";

/** Runs the command in a folder with a pipe and the files that it can read. Nothing listens at the URL. */
async function check(...args: string[]) {
  const folder = createFolder();
  const inputs = { token: "s3cret-token", known: "create\n", rules: "{}", ids: "1", "new.incomplete": "{}" };
  for (const [file, text] of Object.entries(inputs)) writeFileSync(join(folder, file), text);
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  // While it is open, to open it again would not block this process.
  const descriptor = openSync(pipe, "r+");
  onTestFinished(() => closeSync(descriptor));
  const all = ["--base-url", "http://127.0.0.1:1", "--create-on", "127.0.0.1", ...args];
  const { code, stderr } = await runInProcess("check", all, folder, { PLANT_STORE_TOKEN: "s3cret-token" });
  const after = Object.keys(inputs).map((file) => [file, readFileSync(join(folder, file), "utf8")]);
  expect(Object.fromEntries(after)).toEqual(inputs);
  return { code, stderr };
}

test.each([
  [["--token-file", "token", "--junit", "token"]],
  [["--expect-violations", "known", "--junit", "known"]],
  [["--rules", "rules", "--junit", "rules"]],
  [["--created", "ids", "--junit", "ids"]],
  [["--write-rules", "rules", "--junit", "rules"]],
  [["--rules", "rules", "--created", "rules"]],
  [["--rules", "new.incomplete", "--write-rules", "new"]],
])("%j would overwrite an input, so it is an error", async (args) => {
  const stderr = expect.stringContaining("The command would overwrite its input ");
  expect(await check(...args)).toEqual({ code: 2, stderr });
});

test("--write-rules may update --rules", async () => {
  expect((await check("--rules", "rules", "--write-rules", "rules")).code).toBe(4);
});

test.each(["--junit", "--created", "--write-rules"])(
  "%s with a pipe is an error, not a hang",
  async (flag) => {
    const stderr = expect.stringContaining("Cannot write pipe, because it is a pipe or a device.");
    expect(await check(flag, "pipe")).toEqual({ code: 2, stderr });
  },
);
