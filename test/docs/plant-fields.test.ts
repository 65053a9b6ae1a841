/**
 * Everything that handles plants carries every field of the OpenAPI document: from each entrance to each exit, nothing drops a
 * field silently. The form of the live page has a test in test/browsers.
 */
import { DatabaseSync } from "node:sqlite";
import { type NewPlant, type Plant, parseNewPlant } from "plant-store-sdk";
import type { ReadPlantsOptions } from "plant-store-sdk/import";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { plantRoute } from "plant-store-sdk/route";
import { expect, test } from "vitest";
import { formatDetails } from "../../mocks/page/format.ts";
import { callCode, readPlant } from "../../mocks/page/state/call-arguments.ts";
import { parseJson, stringifyJson } from "../../src/contract/json.ts";
import { FIELD_NAMES } from "../../src/contract/plant-fields.ts";
import { judgeValid } from "../../tools/check/run/judge.ts";
import { keyOfPlant } from "../../tools/import/input/row-key.ts";
import { openJournalFile } from "../../tools/import/journal/open-journal.ts";
import { eventsOf, JOURNAL, Workplace } from "../commands/import-command.ts";
import { readAll } from "../import/import-all.ts";
import { baseUrl, recordingFetch, testClient } from "../support/client.ts";
import { completePlant, fieldNames, optionalNames } from "../support/document-fields.ts";
import { post } from "../support/post-plant.ts";

const PLANT = completePlant(7);
const OTHER = completePlant(8);

const textOf = (plant: object) => stringifyJson(plant) as string;

/** What the service returns of a plant. */
function returned({ id: _, ...plant }: NewPlant): Plant {
  return plant;
}

/** The fields that the service returns. */
const returnedNames = Object.keys(returned(PLANT)) as (keyof Plant)[];

const without = (field: string): NewPlant =>
  Object.fromEntries(Object.entries(PLANT).filter(([name]) => name !== field)) as unknown as NewPlant; // It may be required.

/** The plant, plants without one of the optional fields, and plants with another value of a field: a text like a number. */
const variants: NewPlant[] = [
  PLANT,
  ...optionalNames.map(without),
  ...returnedNames.map((field) => ({
    ...PLANT,
    [field]: typeof OTHER[field] === "string" ? "007" : OTHER[field],
  })),
];

test("the list of fields has every field of the document, and no other", () => {
  expect(FIELD_NAMES).toEqual(fieldNames);
  expect(Object.values(PLANT)).not.toContain(undefined);
  for (const field of fieldNames) expect(OTHER[field]).not.toBe(PLANT[field]);
});

test("parseNewPlant keeps every field, and no other", () => {
  for (const plant of variants) expect(parseNewPlant({ ...plant, price: 9 }).data).toEqual(plant);
});

test.each(fieldNames)("parseNewPlant validates %s", (field) => {
  expect(parseNewPlant({ ...PLANT, [field]: {} }).issues).toMatchObject([{ path: [field] }]);
  const { issues } = parseNewPlant(without(field));
  expect(issues?.map(({ path }) => path)).toEqual(optionalNames.includes(field) ? undefined : [[field]]);
});

test("a call sends every field, and no other", async () => {
  const { fetch, sent } = recordingFetch();
  for (const plant of variants)
    await testClient({ fetch }).safeCreatePlant({ ...plant, price: 9 } as NewPlant);
  expect(sent.map(({ body }) => parseJson(body))).toEqual(variants);
});

test("the mock stores, records and returns every field, and no other", async () => {
  for (const plant of variants) {
    const store = new MockStore();
    const response = await post(store, textOf({ ...plant, price: 9 }));
    expect(await response.json()).toEqual(returned(plant));
    expect(store.plants).toEqual([plant]);
    expect(store.requests).toMatchObject([{ plant }]);
    expect(Object.keys(store.requests[0]?.plant ?? {})).toEqual(Object.keys(plant));
    store.clear();
    store.addPlants({ ...plant, price: 9 } as NewPlant);
    expect(store.plants).toEqual([plant]);
  }
});

test("the rules of the mock know every field: plants that differ in one are different", async () => {
  const duplicates = { equal: { status: 409, error: 1 }, different: { status: 409, error: 2 } };
  const rules = { duplicates, unknownFields: { status: 422 } };
  for (const plant of variants) {
    const store = new MockStore({ rules, plants: [PLANT] });
    const { error } = await testClient({ fetch: store.fetch }).safeCreatePlant(plant);
    const expected = plant === PLANT ? duplicates.equal : duplicates.different;
    const body = expect.stringContaining(`"error":${expected.error}`);
    expect(error).toMatchObject({ response: { status: 409, body } });
  }
});

/** A page's client, whose requests reach the store through a route. */
function pageOf(store: MockStore) {
  const route = plantRoute({ client: testClient({ fetch: store.fetch }), authorize: "anyone" });
  return testClient({ token: null, fetch: (url, init) => route(new Request(url, init)) });
}

test("a route passes every field to the store and back to the page", async () => {
  for (const plant of variants) {
    const store = new MockStore();
    expect(await pageOf(store).createPlant(plant)).toEqual(returned(plant));
    expect(store.plants).toEqual([plant]);
  }
});

// The name is the one that was sent.
test.each(returnedNames.filter((field) => field !== "name"))(
  "a route hides a %s that the page did not send",
  async (field) => {
    const store = new MockStore();
    store.enqueue(faults.status(200, { body: { ...returned(PLANT), [field]: OTHER[field] } }));
    const hidden = typeof Object(OTHER)[field] === "string" ? "[hidden]" : undefined;
    expect(await pageOf(store).createPlant(PLANT)).toEqual({ ...returned(PLANT), [field]: hidden });
  },
);

/** Reads an input, with the names of the fields that are not read. */
const read = async (text: string, options?: ReadPlantsOptions) =>
  (await readAll([text], options)).map(({ line: _, ...row }) => row);

const plantRows = variants.map((plant) => ({ plant }));

test("NDJSON and a JSON array have every field", async () => {
  const texts = variants.map(textOf);
  expect(await read(texts.join("\n"))).toEqual(plantRows);
  expect(await read(`[${texts.join(",")}]`)).toEqual(plantRows);
});

/** CSV with these names of the columns. */
const csvOf = (names: string[], plants: NewPlant[]) =>
  [names, ...plants.map((plant) => fieldNames.map((field) => plant[field] ?? ""))].join("\n");

test("CSV has a column for every field, which can have another name", async () => {
  expect(await read(csvOf(fieldNames, variants), { format: "csv" })).toEqual(plantRows);
  const columns = Object.fromEntries(fieldNames.map((field) => [field, `${field}-column`]));
  const text = csvOf(Object.values(columns), variants);
  expect(await read(text, { format: "csv", columns })).toEqual(plantRows);
});

test.each(fieldNames)("CSV needs a column %s only if it is required or named", async (field) => {
  const text = csvOf(fieldNames, [PLANT]).replace(field, "other");
  const reading = read(text, { format: "csv" });
  if (optionalNames.includes(field)) expect(await reading).toEqual([{ plant: without(field) }]);
  else await expect(reading).rejects.toThrow(`There is no column "${field}".`);
  const named = read(text, { format: "csv", columns: { [field]: "named" } });
  await expect(named).rejects.toThrow('There is no column "named".');
});

test("plants have the same key only if every field is equal", () => {
  const keys = variants.map((plant) => keyOfPlant(plant).hash);
  expect(new Set(keys).size).toBe(new Set(variants.map((plant) => stringifyJson(plant))).size);
});

test("an import sends every field, keeps it in the journal and the list of unknown rows, and sends it after a decision", async () => {
  const plants = variants.map((plant, index) => ({ ...plant, id: index }));
  const work = await Workplace.create(plants.map(textOf).join("\n"));
  work.store.enqueue(faults.reset({ times: plants.length }));
  expect((await work.import(["plants.ndjson"])).code).toBe(3);
  const lines = work.read(`${JOURNAL}.unknown.ndjson`);
  const rows = eventsOf({ stdout: lines }).sort((a, b) => a.id - b.id);
  expect(rows).toEqual(plants.map((plant) => expect.objectContaining(plant)));
  for (const [index, row] of rows.entries())
    expect(fieldNames.filter((field) => field in row)).toEqual(Object.keys(plants[index] ?? {}));
  expect(work.store.plants).toEqual([]);
  work.write("decisions", lines.replaceAll('"unknown"}', '"not-created"}'));
  expect((await work.import(["plants.ndjson", "--resolve", "decisions"])).code).toBe(0);
  expect(work.store.plants.sort((a, b) => Number(a.id) - Number(b.id))).toEqual(plants);
});

test("a journal that was created without the column of a field gets it", async () => {
  const work = await Workplace.create(textOf(PLANT));
  const path = `${work.folder}/${JOURNAL}`;
  await openJournalFile(path, { baseUrl: work.server.url }).close();
  const database = new DatabaseSync(path);
  for (const field of returnedNames) database.exec(`ALTER TABLE rows DROP COLUMN "${field}"`);
  database.close();
  work.store.enqueue(faults.reset());
  expect((await work.import(["plants.ndjson"])).code).toBe(3);
  const journal = openJournalFile(path);
  expect([...journal.unknownRows()]).toMatchObject([{ ...PLANT, id: BigInt(PLANT.id) }]);
  await journal.close();
});

test("the live page reads every field from its form, and shows it in the list of plants and in the code of the call", () => {
  for (const plant of variants) {
    const inputs = fieldNames.map((field) => [field, String(plant[field] ?? "")]);
    expect(readPlant(Object.fromEntries(inputs))).toEqual(plant);
    const { id, name, ...details } = plant;
    expect(formatDetails(plant)).toEqual(Object.values(details).map(String));
    const code = callCode(plant, { baseUrl });
    expect(fieldNames.filter((field) => code.includes(`${field}: `))).toEqual(Object.keys(plant));
  }
});

test.each(returnedNames)("a check reports a service that changes or drops %s", (field) => {
  const judge = (json: object) => {
    const headers = new Headers({ "content-type": "application/json" });
    return judgeValid({ status: 200, headers, text: "", json }, PLANT).violation?.problems;
  };
  expect(judge(returned(PLANT))).toBeUndefined();
  const isChanged = `\`${field}\` must not change`;
  expect(judge({ ...returned(PLANT), [field]: OTHER[field] })).toEqual([isChanged]);
  if (!optionalNames.includes(field)) return;
  expect(judge(returned(without(field)))).toEqual([isChanged]);
  const isNull = `\`${field}\` must be absent, not null, if there is none`;
  expect(judge({ ...returned(PLANT), [field]: null })).toEqual([isNull, isChanged]);
});
