/** Parsing of seed files. */
import { expect, test } from "vitest";
import { parsePlants } from "../../cli/plants-file.ts";

const FERN = { id: 1, name: "Fern" };
const OLIVE = { id: 9007199254740993n, name: "Olive" };

test.each([
  ["an empty file", "", []],
  ["white space", " \n\r\n", []],
  ["an array", '[{"id":1,"name":"Fern"},\n {"id":9007199254740993,"name":"Olive"}]', [FERN, OLIVE]],
  ["an empty array", " [ ] ", []],
  ["one plant", '{\n  "id": 1,\n  "name": "Fern"\n}\n', [FERN]],
  ["one plant per line", '{"id":1,"name":"Fern"}\n{"id":9007199254740993,"name":"Olive"}', [FERN, OLIVE]],
  [
    "CRLF line endings and empty lines",
    '\r\n{"id":1,"name":"Fern"}\r\n\r\n{"id":1,"name":"Fern"}\r\n',
    [FERN, FERN],
  ],
  ["a value that is not a plant, which the store rejects later", "null", [null]],
])("parsePlants reads the plants of %s with exact ids", (_what, text, plants) => {
  expect(parsePlants(text)).toEqual(plants);
});

test.each([
  ["an incomplete array", '[{"id":1,"name":"Fern"}', /JSON/],
  ["a line of invalid JSON", '{"id":1,"name":"Fern"}\n\nid: 2', /^line 3: .*JSON/],
])("parsePlants throws a SyntaxError with the position for %s", (_what, text, message) => {
  expect(() => parsePlants(text)).toThrow(SyntaxError);
  expect(() => parsePlants(text)).toThrow(message);
});
