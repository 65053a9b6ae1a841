/**
 * Tests your gateway: it must pass each request on once, and no outcome may be false. The store behind it is the mock, which
 * loses responses, responds with errors, or does not respond, after it created the plant. Start the gateway anew, so that its
 * first connection is new. The example removes all plants, rules and faults from the mock.
 *
 *     cp node_modules/plant-store-sdk/examples/testing-gateway.ts testing-gateway.mjs
 *     npx plant-store-sdk mock --port 4010
 *     node testing-gateway.mjs http://127.0.0.1:8080 http://127.0.0.1:4010 65
 *
 * The arguments are your gateway, the mock, and how many seconds to wait for a response: more than your gateway waits. The exit
 * code is 1 if a request was sent twice or an outcome was false. Otherwise, it is 2 if something could not be tested.
 *
 * A request does not reach the store if the gateway limits the rate, or takes the store for down. If nginx has several servers,
 * add `max_fails=0` to each. With one server, nginx may repeat less than with several.
 */
import { PlantStoreClient } from "plant-store-sdk";
import { connectMockStore, describeFault, faults } from "plant-store-sdk/mocks/remote";

const [baseUrl, mockUrl = "http://127.0.0.1:4010", seconds = "5"] = process.argv.slice(2);
if (baseUrl === undefined) {
  console.error("Usage: node testing-gateway.mjs GATEWAY_URL [MOCK_URL] [SECONDS]");
  process.exit(2);
}
const timeout = Number(seconds) * 1_000;
const client = new PlantStoreClient({
  baseUrl,
  token: "any",
  timeout,
  maxRetries: 0,
  allowInsecureHttp: true,
});
const store = connectMockStore(mockUrl);
await store.clear();
await store.configure({ rules: { duplicates: { status: 400 } } });

const afterCreate = true;
const lost = faults.reset({ afterCreate });
const errors = [500, 502, 503, 504].map((status) => faults.status(status, { afterCreate }));
const slow = faults.hang({ afterCreate });
for (const [index, fault] of [lost, undefined, lost, undefined, ...errors, slow, undefined].entries()) {
  const id = index + 1;
  if (fault) await store.enqueue({ ...fault, id });
  const { error } = await client.safeCreatePlant({ id, name: "Fern" });
  const requests = (await store.requests()).filter(({ plant }) => plant?.id === id).length;
  const exists = (await store.plants()).some((plant) => plant.id === id);
  const outcome = error?.outcome ?? "created";
  const isTrue = outcome === "unknown" || exists === (outcome === "created");
  const verdict =
    [
      requests > 1 && `✗ sent ${requests} times`,
      !isTrue && "✗ false outcome",
      requests === 0 && "? did not reach the store",
      error?.kind === "timeout" && "? not tested, because the gateway waits longer: pass more seconds",
      error?.kind === "connection" &&
        "✓ sent once, but curl and browsers may repeat it after this closed connection",
    ].find(Boolean) || "✓ sent once";
  console.log(`${verdict}: request ${id}, ${fault ? describeFault(fault).label : "no fault"}, ${outcome}`);
  if (!verdict.startsWith("✓")) console.log(`  ${error?.message ?? "The response was a success."}`);
  if (verdict.startsWith("✗")) process.exitCode = 1;
  if (verdict.startsWith("?")) process.exitCode ??= 2;
}
if (!process.exitCode) await store.clear();
