/** Mocks on real ports, one for each kind of response that a client must handle. */
import type { Fault, MockStoreOptions } from "plant-store-sdk/mocks/server";
import { CLOSED_PORT } from "../support/servers.ts";

/** Starts the mocks for one run of the smoke program, which consumes their faults. @param mocks of the packed package */
export async function startStores(mocks: typeof import("plant-store-sdk/mocks/server")) {
  const { MockStore, faults, listen } = mocks;
  const start = (options: MockStoreOptions = {}, ...queued: Fault[]) => {
    const store = new MockStore(options);
    store.enqueue(...queued);
    return listen(store);
  };
  const servers = {
    ordinary: await start(),
    rejecting: await start({ auth: () => false }),
    exact: await start({
      rules: { duplicates: { status: 400 } },
      plants: [{ id: 2n ** 63n - 1n, name: "Fern" }],
    }),
    silent: await start({}, faults.hang(), faults.hang()),
    busy: await start({}, faults.status(429, { headers: { "retry-after": "0" } })),
    unauthenticated: await start({}, faults.status(407)),
    moved: await start({}, faults.status(307, { body: "", headers: { location: "http://127.0.0.1:9/" } })),
    resetting: await start({}, faults.reset()),
    resettingLater: await start({}, faults.delay(0), faults.reset()),
    resettingBlobs: await start({}, faults.delay(0), faults.reset()),
    truncating: await start({}, faults.truncate(5)),
    controlled: await listen(new MockStore(), { admin: true, sessions: () => new MockStore() }),
  };
  const urls: Record<keyof typeof servers | "closed", string> = Object.assign(
    { closed: `http://127.0.0.1:${CLOSED_PORT}` },
    ...Object.entries(servers).map(([name, { url }]) => ({ [name]: url })),
  );
  const close = async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  };
  return { urls, close };
}
