/** What a response shows otherwise than it was sent. */
import type { NewPlant, Plant, PlantStoreClientOptions, PlantStoreEvent } from "plant-store-sdk";
import { expect, test } from "vitest";
import { failureOf, testClient } from "../support/client.ts";
import { jsonResponse } from "../support/fetch-stubs.ts";

const respondTo = (sent: Omit<NewPlant, "id">, received: Plant, options: PlantStoreClientOptions = {}) =>
  testClient({ fetch: async () => jsonResponse(JSON.stringify(received)), ...options }).safeCreatePlant({
    id: 1,
    ...sent,
  });

const CREME = "Crème";

test.each<[sent: string, received: string, what: string]>([
  [" Fern", "Fern ", "white space around it"],
  ["Royal \n fern", "Royal fern", "white space in it"],
  [CREME.normalize("NFD"), CREME.normalize("NFC"), "its normalization"],
  ["Fern \ud800", "Fern \ufffd", "what is not Unicode"],
])("a name that differs only in %j and %j (%s) is a success that says so", async (name, received) => {
  const events: PlantStoreEvent[] = [];
  const onEvent = (event: PlantStoreEvent) => events.push(event);
  const result = await respondTo({ name }, { name: received }, { onEvent });
  expect(result).toMatchObject({ success: true, data: { name: received }, changedFields: ["name"] });
  expect(events.at(-1)).toMatchObject({ type: "success", changedFields: ["name"] });
});

test.each([
  ["Fern", "fern"],
  ["Fern", "Ferm"],
  ["Fern", "Fern 2"],
  ["Royal fern", "Royalfern"],
  ["Fern", ""],
])(
  "after %j was sent, a 200 with %j is an unknown outcome, and is not sent again",
  async (name, received) => {
    const failure = await failureOf(respondTo({ name }, { name: received }, { retryUnknown: true }));
    const shown = { kind: "unexpected-response", outcome: "unknown", attempts: 1, retryable: false };
    expect(failure).toMatchObject({ ...shown, receivedName: received, response: { status: 200 } });
    expect(failure.message).toBe(
      `The 200 response from https://plants.example/api/plants shows the name "${received}" instead of "${name}". If the service changes names, set \`namesMayChange\`. It may come from a cache or another API: check \`baseUrl\`. The plant may have been created: sending it again may create a duplicate.`,
    );
  },
);

test("with `namesMayChange`, another name is a success that says so", async () => {
  const result = await respondTo({ name: "Royal fern" }, { name: "Royal" }, { namesMayChange: true });
  expect(result).toMatchObject({ success: true, data: { name: "Royal" }, changedFields: ["name"] });
});

test.each<[sent: string | undefined, received: string | undefined, isChanged: boolean]>([
  ["indoor", "indoor", false],
  ["indoor", "Indoor", true],
  ["indoor", undefined, true],
  [undefined, "indoor", true],
  ["", undefined, false],
  [undefined, "", false],
])(
  "after the tag %j was sent, a response with %j counts as changed: %j",
  async (tag, received, isChanged) => {
    const result = await respondTo({ name: "Fern", tag }, { name: "Fern", tag: received });
    expect(result).toMatchObject({ success: true, changedFields: isChanged ? ["tag"] : [] });
  },
);
