/** What `checkPlantStore` says about a service as it exists. */
import { checkPlantStore } from "plant-store-sdk/check";
import { expect, test } from "vitest";
import { RULES, startRounding, TRUTH } from "./rounding-service.ts";
import { TOKEN } from "./small-service.ts";

/** Numbers and random letters. */
const masked = (detail: string) => detail.replace(/\d{16,}|(?<=plant-store-sdk check )\p{L}+/gu, "#");

const check = (service: ReturnType<typeof startRounding>) =>
  checkPlantStore({
    ...{ baseUrl: "http://localhost", token: TOKEN, createOn: "localhost" },
    fetch: (url, init) => service(new Request(url, init as RequestInit)),
  });

test("the report about a service that rounds ids is the truth", async () => {
  const stored = new Set<unknown>();
  const { checks, rules, conforms, created } = await check(startRounding(stored));
  expect(checks.map(({ name, result, detail }) => [name, result, masked(detail)])).toEqual(TRUTH);
  const { checked, ...found } = rules;
  expect(found).toEqual(RULES);
  expect(conforms).toBe(false);
  const listed = created.map(Number);
  expect([...stored].filter((id) => !listed.includes(Number(id)))).toEqual([]);
});

test("a second run finds out the same, although the service rounds the largest ids to one", async () => {
  const service = startRounding(new Set());
  await check(service);
  const { checks, rules } = await check(service);
  expect(checks.find(({ name }) => name === "id-max")?.detail).toBe("an earlier run may have used the id");
  expect(rules).toMatchObject(RULES);
});
