/** Files in the place of those that a command writes: pipes, links, and its own inputs. */
import { execFileSync } from "node:child_process";
import fs, {
  closeSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { OutputFile, openToAppend, writeOutput } from "../../tools/terminal/output-file.ts";
import { createFolder } from "../support/temporary-folder.ts";

test.each<[string, (path: string) => void, RegExp]>([
  ["a pipe", (path) => execFileSync("mkfifo", [path]), /because it is a pipe or a device/],
  ["a link to a file", (path) => symlinkSync(`${path}.target`, path), /because it is a link/],
  ["a folder", (path) => execFileSync("mkdir", [path]), /because it is a folder/],
])("%s is neither written nor replaced", (_, create, message) => {
  const folder = createFolder();
  const path = join(folder, "list");
  writeFileSync(`${path}.target`, "precious");
  create(path);
  for (const write of [() => writeOutput(path, "mine"), () => openToAppend(path)]) {
    expect(write).toThrow(message);
  }
  expect(readFileSync(`${path}.target`, "utf8")).toBe("precious");
  expect(readdirSync(folder).sort()).toEqual(["list", "list.target"]);
});

test("a link that appears while a file is written is not followed", () => {
  const folder = createFolder();
  const path = join(folder, "list");
  const file = new OutputFile(path);
  file.write("mine");
  writeFileSync(join(folder, "target"), "precious");
  symlinkSync(join(folder, "target"), path);
  expect(() => file.replace()).toThrow(/because it is a link/);
  file.discard();
  expect(readFileSync(join(folder, "target"), "utf8")).toBe("precious");
});

test("a link that is planted after the checks is not followed", () => {
  const folder = createFolder();
  const path = join(folder, "list");
  writeFileSync(join(folder, "target"), "precious");
  for (const link of [path, `${path}.incomplete`]) symlinkSync(join(folder, "target"), link);
  const noStat = vi.spyOn(fs, "lstatSync").mockReturnValue(undefined);
  const spies = [noStat, vi.spyOn(fs, "rmSync").mockReturnValue()];
  syncBuiltinESMExports();
  try {
    expect(() => writeOutput(path, "mine")).toThrow("EEXIST");
    expect(() => openToAppend(path)).toThrow("ELOOP");
  } finally {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  }
  expect(readFileSync(join(folder, "target"), "utf8")).toBe("precious");
});

test("files are written for their owner only, and drafts do not stay", () => {
  const folder = createFolder();
  writeOutput(join(folder, "list"), "one");
  writeOutput(join(folder, "list"), "two");
  closeSync(openToAppend(join(folder, "ids")));
  expect(readFileSync(join(folder, "list"), "utf8")).toBe("two");
  expect(readdirSync(folder)).toEqual(["ids", "list"]);
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
});

test("a file is on the disk before it replaces the old one, and without that right there is one warning", () => {
  const path = join(createFolder(), "list");
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  const forbidden = Object.assign(new Error("denied"), { code: "ERR_ACCESS_DENIED" });
  const sync = vi.spyOn(fs, "fsyncSync").mockImplementation(() => {
    expect(existsSync(path)).toBe(false);
  });
  syncBuiltinESMExports();
  try {
    writeOutput(path, "one");
    expect(sync).toHaveBeenCalledOnce();
    sync.mockImplementation(() => {
      throw forbidden;
    });
    for (const text of ["two", "three"]) writeOutput(path, text);
    expect(readFileSync(path, "utf8")).toBe("three");
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/permission model forbids fsync/)]]);
    sync.mockImplementation(() => {
      throw Object.assign(new Error("no"), { code: "EIO" });
    });
    expect(() => writeOutput(path, "four")).toThrow("EIO");
  } finally {
    sync.mockRestore();
    syncBuiltinESMExports();
  }
});
