/** CSV as another program writes it. */
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect } from "vitest";
import { readAll } from "../import/import-all.ts";
import { property } from "./property.ts";

/** Cells that have, in half of all cases, what CSV quotes. */
const unit = fc.constantFrom('"', '""', ",", ";", "\t", "\r", "\n", "\r\n", " ", "a", "é", "\ufeff");
const cell = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit }));

property(
  "readPlants reads what csv-stringify writes, wherever its stream is divided, with `multiline` if it has line breaks",
  fc.record({
    plants: fc.array(fc.record({ id: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), name: cell, tag: cell })),
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    windows: fc.boolean(),
    quoted: fc.boolean(),
    size: fc.integer({ min: 1, max: 50 }),
  }),
  async ({ plants, delimiter, windows, quoted, size }) => {
    const text = stringify(
      plants.map(({ id, name, tag }) => [tag, String(id), `n${name}`, "last"]),
      {
        header: true,
        columns: ["tag", "id", "name", "other"],
        delimiter,
        quoted,
        quoted_match: /[\r\n]/, // As RFC 4180 asks for. It would only quote its own line breaks.
        record_delimiter: windows ? "windows" : "unix",
      },
    );
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const multiline = plants.some(({ name, tag }) => `${name}${tag}`.includes("\n"));
    const rows = await readAll(chunks, { format: "csv", delimiter, multiline });
    const written = plants.map(({ id, name, tag }) => ({ id, name: `n${name}`, ...(tag !== "" && { tag }) }));
    expect(
      rows.map((row) => "plant" in row && { ...Object(row.plant), id: BigInt(Object(row.plant).id) }),
    ).toEqual(written);
  },
  0.3,
);
