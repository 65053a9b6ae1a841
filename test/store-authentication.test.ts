/** Whom the reference store lets create plants. */
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { FERN, post, refusal, URL_OF_PLANTS } from "./posting.ts";

test.each([undefined, "", "Bearer", "Bearer ", "Basic dTpw", "t0ken", "Bearert0ken"])(
  "by default the authorization %j is refused with 400",
  async (authorization) => {
    const store = createPlantStore();
    const response = await post(store, FERN, { authorization });
    expect(response.headers.get("www-authenticate")).toBeNull();
    expect(await refusal(response)).toBe("the header authorization must be: Bearer <token>");
    expect(store.plants).toEqual([]);
    expect(store.requests).toEqual([{ method: "POST", url: URL_OF_PLANTS, body: FERN, status: 400 }]);
  },
);

test.each([
  ["Bearer x", "x"],
  ["bearer x", "x"],
  ["BEARER  ~a.b-c_d+e/f==", "~a.b-c_d+e/f=="],
])("by default the authorization %j is accepted, its token recorded", async (authorization, token) => {
  const store = createPlantStore();
  expect((await post(store, FERN, { authorization })).status).toBe(200);
  expect(store.requests[0]?.token).toBe(token);
});

test("a function decides which tokens are good, and is asked with the token alone", async () => {
  const asked: unknown[][] = [];
  const store = createPlantStore({
    auth: (...args) => {
      asked.push(args);
      return args[0] === "good";
    },
  });
  expect((await post(store, FERN, { authorization: "Bearer good" })).status).toBe(200);
  expect(await refusal(await post(store, FERN, { authorization: "Bearer bad" }))).toBe(
    "the bearer token in the header authorization is not accepted",
  );
  expect(await refusal(await post(store, FERN, { authorization: undefined }))).toMatch("Bearer <token>");
  expect(asked).toEqual([["good"], ["bad"]]);
  expect(store.plants).toHaveLength(1);
});

test("with auth off anyone creates plants, and a token that is sent is still recorded", async () => {
  const store = createPlantStore({ auth: "off" });
  expect((await post(store, FERN, { authorization: undefined })).status).toBe(200);
  expect((await post(store, FERN, { authorization: "Bearer x" })).status).toBe(200);
  expect(store.requests.map(({ token }) => token)).toEqual([undefined, "x"]);
});

test.each([
  [undefined, "the header authorization must be: Bearer <token>"],
  ["Bearer bad", "the bearer token in the header authorization is not accepted"],
])("unauthorizedStatus 401 answers the authorization %j with a challenge", async (authorization, message) => {
  const store = createPlantStore({ auth: () => false, unauthorizedStatus: 401 });
  const response = await post(store, FERN, { authorization });
  expect(response.headers.get("www-authenticate")).toBe("Bearer");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await refusal(response, 401)).toBe(message);
  expect(store.requests.map(({ status }) => status)).toEqual([401]);
  expect(store.plants).toEqual([]);
});

test("unauthorizedStatus 401 leaves every other refusal at 400", async () => {
  const store = createPlantStore({ unauthorizedStatus: 401 });
  const response = await post(store, "{}");
  expect(response.headers.get("www-authenticate")).toBeNull();
  await refusal(response);
});
