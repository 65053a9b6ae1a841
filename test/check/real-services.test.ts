/** What `checkPlantStore` says about services as they exist, and how well a mock with the rules that it finds imitates them. */
import { checkPlantStore } from "plant-store-sdk/check";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { REPLACING, ROUNDING, TOKEN } from "./real-services.ts";
import { sendEach } from "./send-requests.ts";
import { THIRTY_REQUESTS } from "./thirty-requests.ts";

const SERVICES = { ROUNDING, REPLACING };

/** Numbers and random letters. */
const masked = (detail: string) => detail.replace(/\d{9,}|(?<=plant-store-sdk check )\p{L}+/gu, "#");

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

test.each([
  ["ROUNDING", ROUNDING, []],
  ["REPLACING", REPLACING, ["a tag that is a number"]],
] as const)("a mock with the rules of %s responds like it, except to: %s", async (_, service, differing) => {
  const { rules } = await check(service);
  const mock = new MockStore({ rules, auth: (token) => token === TOKEN });
  const real = service.start(new Set());
  const statuses = async (fetch: (request: Request) => Promise<Response>) => {
    const responses = await sendEach(THIRTY_REQUESTS, "http://localhost", fetch);
    return Object.fromEntries(responses.map(([what, { status }]) => [what, status]));
  };
  const [expected, received] = [await statuses(real), await statuses((request) => mock.fetch(request))];
  const different = Object.keys(expected).filter((what) => expected[what] !== received[what]);
  expect(Object.keys(expected)).toHaveLength(30);
  expect(different).toEqual(differing);
});

test("a second run finds out the same, although the service rounds the largest ids to one", async () => {
  const service = ROUNDING.start(new Set());
  await check({ ...ROUNDING, start: () => service });
  const { checks, rules } = await check({ ...ROUNDING, start: () => service });
  expect(checks.find(({ name }) => name === "id-max")?.detail).toBe("an earlier run may have used the id");
  expect(rules).toMatchObject(ROUNDING.rules);
});
