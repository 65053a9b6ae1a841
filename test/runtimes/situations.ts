/** Stores on real ports, each with a situation that a client must handle. */
import type { Fault, PlantStoreOptions } from "plant-store-sdk/mocks/server";

/**
 * Starts the stores for one run of the smoke program, which consumes their faults, and gives their base URLs by name.
 *
 * @param mocks the entry point of the packed package.
 */
export async function openSituations({
  createPlantStore,
  faults,
  listen,
}: typeof import("plant-store-sdk/mocks/server")) {
  const open = (options: PlantStoreOptions = {}, ...queued: Fault[]) => {
    const store = createPlantStore(options);
    store.enqueue(...queued);
    return listen(store);
  };
  const servers = {
    ordinary: await open(),
    refusing: await open({ auth: () => false }),
    exact: await open({ duplicates: "reject", plants: [{ id: 2n ** 63n - 1n, name: "Fern" }] }),
    silent: await open({}, faults.hang(), faults.hang()),
    busy: await open({}, faults.rateLimit(0)),
    moved: await open({}, faults.status(307, "", { location: "http://127.0.0.1:9/plants" })),
    resetting: await open({}, faults.reset()),
    resettingLater: await open({}, faults.delay(0), faults.reset()),
    resettingBlobs: await open({}, faults.delay(0), faults.reset()),
    truncating: await open({}, faults.truncate(5)),
    closed: await open(),
  };
  await servers.closed.close();
  const urls: Record<keyof typeof servers, string> = Object.assign(
    {},
    ...Object.entries(servers).map(([name, { url }]) => ({ [name]: url })),
  );
  const close = async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  };
  return { urls, close };
}
