/** Measures the mock: its start, its requests per second, its `fetch` and its memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { MockStore } from "plant-store-sdk/mocks/store";
import { CpuShares } from "./cpu-shares.ts";
import { type Rounds, runRounds } from "./rounds.ts";
import { commands, startServer, stopServer } from "./servers.ts";
import { postPlants } from "./wrk.ts";

const READY_ROUNDS = 11;

/** Milliseconds from the start of a process until the server is ready, or until the exit of an empty program. */
export function measureReady(): Promise<Rounds<string>> {
  return runRounds(["node -e 0", ...Object.keys(commands)], READY_ROUNDS, async (name) => {
    const start = performance.now();
    if (name === "node -e 0") {
      await once(spawn(process.execPath, ["-e", "0"]), "exit");
      return performance.now() - start;
    }
    const server = await startServer(name);
    const duration = performance.now() - start;
    await stopServer(server);
    return duration;
  });
}

const PORT_ROUNDS = 7;
const PORT_SECONDS = 2;

/** Requests per second of each server, by wrk. */
export async function measurePorts(): Promise<{ ports: Rounds<string>; shares: CpuShares }> {
  const names = ["bare node:http", ...Object.keys(commands)];
  const servers = new Map(
    await Promise.all(names.map(async (name) => [name, await startServer(name)] as const)),
  );
  const shares = new CpuShares();
  try {
    const ports = await runRounds(names, PORT_ROUNDS, (name) => {
      const { port = 0, process } = servers.get(name) ?? {};
      return shares.during(name, process?.pid, async () => (await postPlants(port, PORT_SECONDS)).perSecond);
    });
    return { ports, shares };
  } finally {
    await Promise.all([...servers.values()].map(stopServer));
  }
}

/** Resident memory of a server, MB, after each of `rounds` rounds of at least this many requests by wrk. Works only on Linux. */
export async function measureMemory(name: string, rounds: number, requests: number): Promise<number[]> {
  const server = await startServer(name);
  const figures: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let sent = 0; sent < requests; ) sent += (await postPlants(server.port, 1)).requests;
    const status = readFileSync(`/proc/${server.process.pid}/status`, "utf8");
    figures.push(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
  }
  await stopServer(server);
  return figures;
}

const FETCH_CALLS = 1_000;
const FETCH_ROUNDS = 31;

/** Microseconds per call of `store.fetch`, and of the minimum of work that any such function needs. */
export function measureStoreFetch(): Promise<Rounds<"minimum" | "store.fetch">> {
  const store = new MockStore();
  const url = "https://plants.example/plants";
  const init = {
    method: "POST",
    headers: { authorization: "Bearer token-of-the-bench", "content-type": "application/json" },
    body: '{"id":42,"name":"Fern","tag":"indoor"}',
  };
  const calls = {
    minimum: async () => {
      const { name, tag } = JSON.parse(await new Request(url, init).text());
      const headers = { "content-type": "application/json" };
      return new Response(JSON.stringify({ name, tag }), { headers }).text();
    },
    "store.fetch": async () => (await store.fetch(url, init)).text(),
  };
  return runRounds(["minimum", "store.fetch"], FETCH_ROUNDS, async (name) => {
    const start = performance.now();
    for (let call = 0; call < FETCH_CALLS; call++) await calls[name]();
    return ((performance.now() - start) * 1000) / FETCH_CALLS;
  });
}
