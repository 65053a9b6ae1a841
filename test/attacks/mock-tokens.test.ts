/** Tokens that are made to block the mock, or to be printed by it. */
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import type { RecordedRequest } from "../../mocks/parts/recorded-request.ts";
import { redactToken, withoutToken } from "../../mocks/parts/redaction.ts";
import { post } from "../support/post-plant.ts";

/** The CPU time of a function, ms: other processes do not change it. */
function timeOf(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

test("redacting a token takes time that is linear in text plus token, with and without escapes", () => {
  const redact = (scale: number) => {
    const text = `%${"a".repeat(100_000 * scale)}`;
    const half = "a".repeat(500 * scale);
    return Math.min(...[1, 2, 3].map(() => timeOf(() => redactToken(text, `${half}b${half}`))));
  };
  redact(1); // Compiles it.
  // Proportional to the product, it would be 64.
  expect(redact(8) / redact(1)).toBeLessThan(32);
});

test.each([
  [1_024, 200],
  [1_025, 401],
  [14_000, 401],
])("a token of %i characters is a %i, and its request is shown without it", async (length, status) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const store = new MockStore();
  const events: string[] = [];
  store.subscribe((event) => events.push(JSON.stringify(event)));
  const token = "a".repeat(length);
  const body = JSON.stringify({ id: 1, name: `%${token}` });
  const response = await post(store, body, { authorization: `Bearer ${token}` });
  expect([response.status, store.plants.length]).toEqual([status, status === 200 ? 1 : 0]);
  expect(events).toHaveLength(2);
  for (const event of events) expect(event).toContain("%[token]");
  expect(events.join()).not.toContain(token);
  expect(log).not.toHaveBeenCalled();
});

test("a redaction that fails hides everything, and prints nothing of its input", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const record: RecordedRequest = {
    method: "POST",
    url: "https://plants.example/plants?token=s3cret-token",
    headers: { "x-echo": "s3cret-token" },
    time: 0,
    get body(): string {
      throw new Error("s3cret-token");
    },
    created: true,
    token: "s3cret-token",
  };
  const hidden = { method: "POST", url: "[hidden]", headers: {}, time: 0, body: "[hidden]", created: true };
  expect(withoutToken(record)).toEqual(hidden);
  expect(log).not.toHaveBeenCalled();
});
