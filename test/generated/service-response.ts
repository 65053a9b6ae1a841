/** What every response of the store has in common. */
import { expect } from "vitest";
import { errorSchema, plantSchema } from "../../src/index.ts";

/** Asserts that a response is a Plant, an Error with its status, or the response to a preflight or a health check. */
export function expectServiceResponse(status: number, text: string, method = "POST"): void {
  expect([200, 204, 400, 404, 405, 413]).toContain(status);
  if (status === 204 || method === "HEAD") {
    expect(text).toBe("");
    return;
  }
  const body: unknown = JSON.parse(text);
  if (status !== 200) {
    expect(errorSchema.parse(body)).toStrictEqual({ error: status, message: expect.any(String) });
  } else if (method === "POST") {
    const { name, tag, ...others } = plantSchema.parse(body);
    expect(others).toEqual({});
  } else {
    expect(body).toEqual({ status: "ok" });
  }
}
