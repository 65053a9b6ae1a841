/** Measures calls: one after another with a stub, and concurrent ones over loopback. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { type ClientName, connectAll, names, plant } from "./clients.ts";
import { CpuShares } from "./cpu-shares.ts";
import { type Rounds, runRounds } from "./rounds.ts";
import { stub } from "./stub.ts";

const STUB_CALLS = 1_000;
const STUB_ROUNDS = 31;

/** Microseconds per call with a stubbed `fetch`. */
export async function measureStub(): Promise<Rounds<ClientName>> {
  const create = await connectAll("https://plants.example/api", stub);
  return runRounds(names, STUB_ROUNDS, async (name) => {
    const start = performance.now();
    for (let call = 0; call < STUB_CALLS; call++) await create[name](plant);
    return ((performance.now() - start) * 1000) / STUB_CALLS;
  });
}

const LOOPBACK_CALLS = 1_600;
const LOOPBACK_ROUNDS = 13;
export const CONCURRENCY = 32;

/** Calls per second over loopback, to a server in another process. */
export async function measureLoopback(): Promise<{
  loopback: Rounds<ClientName>;
  shares: CpuShares;
}> {
  const server = fork(new URL("loopback-server.ts", import.meta.url), { execArgv: [] });
  try {
    const [port] = await once(server, "message");
    const create = await connectAll(`http://127.0.0.1:${port}`, globalThis.fetch);
    const shares = new CpuShares();
    const loopback = await runRounds(names, LOOPBACK_ROUNDS, async (name) => {
      const start = performance.now();
      let left = LOOPBACK_CALLS;
      const worker = async () => {
        while (left-- > 0) await create[name](plant);
      };
      await shares.during(name, server.pid, () => Promise.all(Array.from({ length: CONCURRENCY }, worker)));
      return LOOPBACK_CALLS / ((performance.now() - start) / 1000);
    });
    return { loopback, shares };
  } finally {
    server.disconnect();
  }
}
