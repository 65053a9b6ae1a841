/** What an input is, and files that are changed while they are read. */
import { renameSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type ReadPlantsOptions, readPlants } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { importAll } from "./import-all.ts";

function write(name: string, content: string | Uint8Array): string {
  const path = join(createFolder(), name);
  writeFileSync(path, content);
  utimesSync(path, 0, 0); // A file system may not tell two times within a few ms.
  return path;
}

/** How many rows are read, and what the reading throws. Calls a function after the first row. */
async function countRows(path: string, afterFirst = () => {}, options?: ReadPlantsOptions) {
  let rows = 0;
  try {
    for await (const _ of readPlants(path, options)) if (++rows === 1) afterFirst();
    return { rows };
  } catch (error) {
    return { rows, error };
  }
}

const linesOf = (count: number, name = "Fern") => `{"id":1,"name":"${name}"}\n`.repeat(count);

test.each<[string, number, (path: string) => void]>([
  ["overwritten, not longer,", 20_000, (path) => writeFileSync(path, linesOf(20_000, "Moss"))],
  ["cut off", 20_000, (path) => truncateSync(path, 10)],
  ["overwritten after all of it was read", 3, (path) => writeFileSync(path, linesOf(3, "Moss"))],
  ["extended", 3, (path) => writeFileSync(path, linesOf(1), { flag: "a" })],
])("a file that is %s while it is read ends the reading, also compressed", async (_, count, change) => {
  for (const encode of [(text: string) => text, (text: string) => gzipSync(text, { level: 0 })]) {
    const path = write("changed", encode(linesOf(count)));
    const { rows, error } = await countRows(path, () => change(path));
    const message = expect.stringMatching(/another program is writing it/);
    expect(error).toMatchObject({ kind: "input-changed", message });
    expect(rows).toBeLessThan(10_000); // What was read before the change.
  }
});

test("an import of a file that is extended while its last rows are sent is not complete", async () => {
  const path = write("changed", linesOf(1));
  const store = new MockStore();
  store.subscribe(() => writeFileSync(path, linesOf(1), { flag: "a" }));
  const { error, progress } = await importAll(store.fetch, readPlants(path));
  expect(error).toMatchObject({
    kind: "input-changed",
    message: expect.stringContaining(`Cannot read ${path}: `),
  });
  expect(progress).toMatchObject({ sent: 1, complete: false });
});

test("a file that is replaced while it is read is read to its end", async () => {
  const path = write("replaced.ndjson", linesOf(20_000));
  const other = write("new.ndjson", linesOf(1, "Moss"));
  expect(await countRows(path, () => renameSync(other, path))).toEqual({ rows: 20_000 });
});

const member = (count = 1) => gzipSync(linesOf(count));

test.each<[string, Uint8Array[], number]>([
  ["one member", [member()], 1],
  ["two members", [member(), member()], 2],
  ["NULs at its end", [member(), Buffer.alloc(100_000)], 1],
])("a compressed file with %s is read to its end, whatever its name", async (_, parts, rows) => {
  for (const name of ["a.ndjson.gz", "a.ndjson", "a"])
    expect(await countRows(write(name, Buffer.concat(parts)))).toEqual({ rows });
});

test.each<[string, Uint8Array[], string, number]>([
  ["a member after NULs", [member(), Buffer.alloc(10), member()], "data after the padding", 1],
  ["a member long after NULs", [member(), Buffer.alloc(200_000), member()], "data after the padding", 1],
  ["garbage after a member", [member(), Buffer.from("garbage")], "is damaged (Z_DATA_ERROR)", 0],
  ["a cut end", [member(20_000).subarray(0, -9)], "is cut off (Z_BUF_ERROR)", 1_000],
  ["nothing in it", [], "is empty", 0],
])("a compressed file with %s is an error, after the rows before it", async (_, parts, problem, atLeast) => {
  const { rows, error } = await countRows(write("a.ndjson.gz", Buffer.concat(parts)));
  expect(error).toMatchObject({ kind: "input", message: expect.stringContaining(problem) });
  expect(rows).toBeGreaterThanOrEqual(atLeast);
});

// The format.

const JSON_TEXT = '\ufeff\n [{"id":1,"name":"Fern"}]';
const CSV_TEXT = "\ufeff\nid,name\n1,Fern\n";
const bytes = (text: string) => Buffer.from(text, "latin1");
const wrongName = { when: "If you know its format", option: "format" };

test.each<[string, string | Uint8Array, ReadPlantsOptions?]>([
  ["a.csv", CSV_TEXT],
  ["a.CSV.GZ", gzipSync(CSV_TEXT)],
  ["a.tsv", "id\tname\n1\tFern\n"],
  ["a.tsv.gz", gzipSync("sep=;\nid;name\n1;Fern\n")],
  ["a", "\tid\tname\n0\t1\tFern\n", { delimiter: "\t" }],
  ["a.txt", CSV_TEXT],
  ["a.json", JSON_TEXT],
  ["a.json", '\ufeff[{"id":1,"name":"Fern"}]'],
  ["a.ndjson", '{"id":1,"name":"Fern"}'],
  ["a.txt", gzipSync(JSON_TEXT)],
  ["a.csv", JSON_TEXT, { format: "json" }],
  ["a.json", CSV_TEXT, { format: "csv" }],
  ["a.csv", "<5 cm,id,name\nyes,1,Fern\n"],
  ["a", "[id],{name}\n1,Fern", { format: "csv", columns: { id: "[id]", name: "{name}" } }],
])("%s that begins with %j is read with %j", async (name, content, options) => {
  expect(await countRows(write(name, content), undefined, options)).toEqual({ rows: 1 });
});

test.each<[string, string | Uint8Array, RegExp, object?]>([
  ["a.csv", JSON_TEXT, /It does not begin like CSV, but its name says CSV/, wrongName],
  ["a.json", CSV_TEXT, /It does not begin like JSON, but its name says JSON/, wrongName],
  ["a.ndjson", CSV_TEXT, /It does not begin like JSON, but its name says JSON/, wrongName],
  ["a.xlsx", "PK\x03\x04\x14\0", /It is a zip archive, such as a workbook\. Export it as CSV\./],
  ["a.xls", bytes("\xd0\xcf\x11\xe0\xa1\xb1"), /It is a workbook \(\.xls\)\. Export it as CSV\./],
  ["a.parquet", "PAR1\x15\x04\x15", /It is a Parquet file\. Export it as CSV\./],
  ["a.csv.zst", bytes("\x28\xb5\x2f\xfd"), /It is compressed with zstd\. Decompress it: only gzip is/],
  ["a.csv.bz2", "BZh91AY&SY\x7f", /It is compressed with bzip2\. Decompress it/],
  ["a.csv.xz", bytes("\xfd7zXZ\0\0"), /It is compressed with xz\. Decompress it/],
  ["a.tar", `plants.csv${"\0".repeat(247)}ustar\x0000`, /It is a tar archive\. Extract it: tar -xf FILE/],
  ["a.csv", "<!DOCTYPE html>\n<html>", /It is HTML, such as a sign-in page\. Download the file itself\./],
  ["a.geojsons", '\x1e{"id":1}\n', /It is a JSON text sequence \(RFC 7464\)\. .*: tr -d '\\036' < FILE/],
  ["a.csv", Buffer.from(CSV_TEXT, "utf16le"), /It is UTF-16\. Save it as UTF-8/],
  ["a.ndjson", Buffer.from('{"id":1}', "utf16le"), /It is UTF-16/],
  ["a.txt", Buffer.from("id,name", "utf16le").swap16(), /It is UTF-16/],
])("$0 is an error: $2", async (name, content, problem, advice) => {
  const { rows, error } = await countRows(write(name, content));
  expect(rows).toBe(0);
  expect(error).toMatchObject({ kind: "input", problem: expect.stringMatching(problem) });
  expect(error).toHaveProperty("advice", advice);
});

test.each(["", "\n \n"])("an input of %j is an error, also if its name or option says JSON", async (text) => {
  const problem = expect.stringContaining("It is empty, without a header line or a row.");
  for (const [name, options] of [["a"], ["a.ndjson"], ["a.csv"], ["a", { format: "json" }]] as const)
    expect(await countRows(write(name, text), undefined, options)).toMatchObject({
      rows: 0,
      error: { problem },
    });
});
