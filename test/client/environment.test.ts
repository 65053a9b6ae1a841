import { createPlant, PlantStoreClient } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import {
  baseUrl,
  configurationErrorOf,
  failureOf,
  plant,
  recordingFetch,
  requestOf,
  TOKEN,
  testClient,
} from "../support/client.ts";
import { throwing } from "../support/throwing.ts";

function setEnvironment(baseUrl: string, token: string): void {
  vi.stubEnv("PLANT_STORE_BASE_URL", baseUrl);
  vi.stubEnv("PLANT_STORE_TOKEN", token);
}

test.each([
  ["client without options", () => new PlantStoreClient().createPlant(plant)],
  ["standalone function", () => createPlant(plant)],
])("a %s reads base URL and token from the environment", async (_, create) => {
  setEnvironment("https://environment.example/v1", "token-of-the-environment");
  const { fetch, sent } = recordingFetch();
  vi.stubGlobal("fetch", fetch);
  await create();
  expect(sent[0]?.url).toBe("https://environment.example/v1/plants");
  expect(sent[0]?.headers.get("authorization")).toBe("Bearer token-of-the-environment");
});

test("options override the environment", async () => {
  setEnvironment("https://environment.example/v1", "token-of-the-environment");
  const { url, headers } = await requestOf();
  expect([url, headers.get("authorization")]).toEqual([`${baseUrl}/plants`, `Bearer ${TOKEN}`]);
});

test("a client reads the environment only in its constructor", async () => {
  setEnvironment("https://before.example", "token-before");
  const { fetch, sent } = recordingFetch();
  const client = new PlantStoreClient({ fetch });
  setEnvironment("https://after.example", "token-after");
  await client.createPlant(plant, {});
  expect(sent[0]?.url).toBe("https://before.example/plants");
  expect(sent[0]?.headers.get("authorization")).toBe("Bearer token-before");
});

const VARIABLES = [
  ["baseUrl", "PLANT_STORE_BASE_URL", baseUrl],
  ["token", "PLANT_STORE_TOKEN", TOKEN],
] as const;

test.each(VARIABLES)(
  "the error for a missing %s names the option and the variable %s, empty or unset",
  (option, variable) => {
    for (const value of ["", undefined]) {
      vi.stubEnv(variable, value);
      const error = configurationErrorOf(() => testClient({ [option]: undefined }));
      expect(error.option).toBe(option);
      expect(error.message).toContain(`\`${option}\` is missing`);
      expect(error.message).toContain(variable);
    }
  },
);

test.each(VARIABLES)("an empty %s is rejected, without a fallback to %s", (option, variable, value) => {
  vi.stubEnv(variable, value);
  const error = configurationErrorOf(() => testClient({ [option]: "" }));
  expect(error.option).toBe(option);
  expect(error.message).toContain("must not be empty");
});

test.each([
  ["there is no process", undefined],
  ["there is no environment", {}],
  ["the environment cannot be read", Object.defineProperty({}, "env", { get: throwing(new Error("no")) })],
])("base URL and token are required if %s", (_, process) => {
  const { process: realProcess } = globalThis;
  vi.stubGlobal("process", process);
  try {
    expect(configurationErrorOf(() => new PlantStoreClient({ baseUrl })).option).toBe("token");
    expect(configurationErrorOf(() => new PlantStoreClient({ token: TOKEN })).option).toBe("baseUrl");
    expect(testClient({})).toBeInstanceOf(PlantStoreClient);
  } finally {
    globalThis.process = realProcess;
  }
});

test("a call in a runtime without fetch fails with a configuration error", async () => {
  vi.stubGlobal("fetch", undefined);
  const error = { kind: "configuration", attempts: 0, message: "`fetch` is missing: pass one." };
  expect(await failureOf(testClient().safeCreatePlant(plant))).toMatchObject(error);
});
