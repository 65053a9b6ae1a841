import { setupServer } from "msw/node";
import { safeCreatePlant } from "plant-store-sdk";
import { createPlantStore, faults, plantStoreHandlers } from "plant-store-sdk/mocks";
import { onTestFinished, test } from "vitest";
import { testContract } from "../contract.ts";

const carry = async (store: any) => {
  const server = setupServer(...plantStoreHandlers(store));
  server.listen({ onUnhandledFrame: "error", onUnhandledRequest: "error" } as any);
  onTestFinished(() => server.close());
  return { baseUrl: "https://plants.example/api", fetch: globalThis.fetch };
};
testContract(carry);
test("faults", async () => {
  const store = createPlantStore();
  const { baseUrl } = await carry(store);
  for (const f of [
    faults.status(503),
    faults.rateLimit(100),
    faults.body("<html>"),
    faults.body(""),
    faults.truncate(3),
    faults.truncate(0),
    faults.reset(),
    faults.reset({ afterCreate: true }),
    faults.hang(),
    faults.hang({ afterCreate: true }),
    faults.delay(20),
    faults.delay(10, faults.truncate(1000)),
    faults.delay(3000),
  ]) {
    store.reset();
    store.enqueue(f);
    const r = await safeCreatePlant(
      { id: 1, name: "Fern" },
      { baseUrl, token: "t0ken", timeout: 300, maxRetries: 0 },
    );
    console.log(
      JSON.stringify(f),
      r.success
        ? "ok"
        : `${r.error.kind} ${r.error.outcome} ${(r.error as any).status ?? ""} ${(r.error as any).code ?? ""}`,
      store.plants.length,
      store.requests.map(({ status }) => status),
    );
    const again = await safeCreatePlant({ id: 2, name: "Fern" }, { baseUrl, token: "t0ken" });
    if (!again.success) console.log("AGAIN", again.error);
  }
});
