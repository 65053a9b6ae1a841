/** What `checkPlantStore` says about services as they exist. test/interop has more, and how well a mock with their rules imitates them. */
import { checkPlantStore } from "plant-store-sdk/check";
import { expect, test } from "vitest";
import { REPLACING, ROUNDING, TOKEN } from "./real-services.ts";

const SERVICES = { ROUNDING, REPLACING };

/** Numbers and random letters. */
const masked = (detail: string) => detail.replace(/\d{9,}|(?<=plant-store-sdk check )\w+/gu, "#");

const check = ({ start }: typeof ROUNDING, stored = new Set<unknown>()) => {
  const service = start(stored);
  return checkPlantStore({
    ...{ baseUrl: "http://localhost", token: TOKEN, createOn: "localhost" },
    fetch: (url, init) => service(new Request(url, init as RequestInit)),
  });
};

test.each(Object.entries(SERVICES))("the report about the service %s is the truth", async (_, service) => {
  const stored = new Set<unknown>();
  const { checks, rules, conforms, created } = await check(service, stored);
  expect(checks.map(({ name, result, detail }) => [name, result, masked(detail)])).toEqual(service.truth);
  const { checked, ...found } = rules;
  expect(found).toEqual(service.rules);
  expect(conforms).toBe(false);
  const listed = created.map(Number);
  expect([...stored].filter((id) => !listed.includes(Number(id)))).toEqual([]);
});

test("a second run finds out the same, although the service rounds the largest ids to one", async () => {
  const service = ROUNDING.start(new Set());
  await check({ ...ROUNDING, start: () => service });
  const { checks, rules } = await check({ ...ROUNDING, start: () => service });
  expect(checks.find(({ name }) => name === "id-max")?.detail).toBe("an earlier run may have used the id");
  expect(rules).toMatchObject(ROUNDING.rules);
});
