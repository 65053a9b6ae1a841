/** Files that would make `plant-store-sdk check` overwrite its input, or hang. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../commands/import-command.ts";
import { LONG_WAIT } from "../support/long-wait.ts";
import { createFolder } from "../support/temporary-folder.ts";

/** Runs the command in a folder with a pipe and the files that it can read. Nothing listens at the URL. */
function check(...args: string[]) {
  const folder = createFolder();
  const inputs = { token: "s3cret-token", known: "create\n", rules: "{}", ids: "1", "new.incomplete": "{}" };
  for (const [file, text] of Object.entries(inputs)) writeFileSync(join(folder, file), text);
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const { status, stderr } = spawnSync(
    process.execPath,
    [command, "check", "--base-url", "http://127.0.0.1:1", "--create-on", "127.0.0.1", ...args],
    { cwd: folder, env: { PLANT_STORE_TOKEN: "s3cret-token" }, ...LONG_WAIT, killSignal: "SIGKILL" },
  );
  const after = Object.keys(inputs).map((file) => [file, readFileSync(join(folder, file), "utf8")]);
  expect(Object.fromEntries(after)).toEqual(inputs);
  return { status, stderr: `${stderr}` };
}

test.each([
  [["--token-file", "token", "--junit", "token"]],
  [["--expect-violations", "known", "--junit", "known"]],
  [["--rules", "rules", "--junit", "rules"]],
  [["--created", "ids", "--junit", "ids"]],
  [["--write-rules", "rules", "--junit", "rules"]],
  [["--rules", "rules", "--created", "rules"]],
  [["--rules", "new.incomplete", "--write-rules", "new"]],
])("%j would overwrite an input, so it is an error", (args) => {
  const stderr = expect.stringContaining("The command would overwrite its input ");
  expect(check(...args)).toEqual({ status: 2, stderr });
});

test("--write-rules may update --rules", () => {
  expect(check("--rules", "rules", "--write-rules", "rules").status).toBe(4);
});

test.each(["--junit", "--created", "--write-rules"])("%s with a pipe is an error, not a hang", (flag) => {
  const stderr = expect.stringContaining("Cannot write pipe, because it is a pipe or a device.");
  expect(check(flag, "pipe")).toEqual({ status: 2, stderr });
});
