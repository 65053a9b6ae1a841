/** Starts the mock on a port. */
import { type ListenOptions, listen, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";

/** The mock on a free port of 127.0.0.1, until the test ends. */
export async function openMock(options?: ListenOptions, storeOptions?: MockStoreOptions) {
  const store = new MockStore(storeOptions);
  const server = await listen(store, options);
  onTestFinished(() => server.close());
  return { store, server, url: server.url };
}
