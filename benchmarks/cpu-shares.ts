/** Shows the bottleneck of a measurement: the process that keeps a core busy. Works only on Linux. */
import { readFileSync } from "node:fs";

/** Ticks of /proc per second. */
const TICKS = 100;

/** CPU time that a process, and its children that have ended, have used, s. */
function cpuTime(pid = process.pid): number {
  if (process.platform !== "linux") return Number.NaN;
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const ticks = fields.split(" ").slice(11, 15).map(Number);
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS;
}

/** How much of a core a server, and this process with the client, use in all rounds of a candidate. */
export class CpuShares {
  static readonly header = ["server's CPU", "client's CPU"];
  readonly #times = new Map<string, { wall: number; server: number; client: number }>();

  /** @param server the id of its process */
  async during<T>(name: string, server: number | undefined, run: () => Promise<T>): Promise<T> {
    const now = () => ({ wall: performance.now() / 1000, server: cpuTime(server), client: cpuTime() });
    const start = now();
    const result = await run();
    const end = now();
    const sum = this.#times.get(name) ?? { wall: 0, server: 0, client: 0 };
    this.#times.set(name, {
      wall: sum.wall + end.wall - start.wall,
      server: sum.server + end.server - start.server,
      client: sum.client + end.client - start.client,
    });
    return result;
  }

  /** Two cells of a table, such as "99 %" and "45 %". */
  cells(name: string): string[] {
    const { wall, server, client } = this.#times.get(name) ?? { wall: 0, server: 0, client: 0 };
    return [server, client].map((time) => `${((100 * time) / wall).toFixed(0)} %`);
  }
}
