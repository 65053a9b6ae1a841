/** Starts the mock on a port. */
import { type ListenOptions, listen, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished } from "vitest";
import { LONG_WAIT } from "./long-wait.ts";

/** Waits until a value is as expected, long enough for a busy machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, LONG_WAIT);

/** The mock on a free port of 127.0.0.1, until the test ends. */
export async function openMock(options?: ListenOptions, storeOptions?: MockStoreOptions) {
  const store = new MockStore(storeOptions);
  const server = await listen(store, options);
  onTestFinished(() => server.close());
  return { store, server, url: server.url };
}
