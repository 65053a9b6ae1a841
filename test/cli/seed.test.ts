/** What the command reads of a seed file. */
import { expect, test } from "vitest";
import { parsePlants } from "../../cli/plants-file.ts";

const FERN = { id: 1, name: "Fern" };
const OLIVE = { id: 9007199254740993n, name: "Olive" };

test.each([
  ["nothing", "", []],
  ["white space", " \n\r\n", []],
  ["an array", '[{"id":1,"name":"Fern"},\n {"id":9007199254740993,"name":"Olive"}]', [FERN, OLIVE]],
  ["an empty array", " [ ] ", []],
  ["one plant", '{\n  "id": 1,\n  "name": "Fern"\n}\n', [FERN]],
  ["a plant a line", '{"id":1,"name":"Fern"}\n{"id":9007199254740993,"name":"Olive"}', [FERN, OLIVE]],
  [
    "lines that end in CRLF, some empty",
    '\r\n{"id":1,"name":"Fern"}\r\n\r\n{"id":1,"name":"Fern"}\r\n',
    [FERN, FERN],
  ],
  ["what is no plant, for others to refuse", "null", [null]],
])("of %s it reads the plants, ids exact", (_what, text, plants) => {
  expect(parsePlants(text)).toEqual(plants);
});

test.each([
  ["an array that does not end", '[{"id":1,"name":"Fern"}', /JSON/],
  ["a line that is no JSON", '{"id":1,"name":"Fern"}\n\nid: 2', /^line 3: .*JSON/],
])("%s is a SyntaxError that says where", (_what, text, message) => {
  expect(() => parsePlants(text)).toThrow(SyntaxError);
  expect(() => parsePlants(text)).toThrow(message);
});
