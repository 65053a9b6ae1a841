/** Whether a lock is stale: which process left it behind, and whether that one has ended. */
import { readFile, readlink } from "node:fs/promises";
import { hostname, uptime } from "node:os";

/** What identifies a process on all machines that may share a file. Only Linux has all fields; elsewhere, some are null. */
export interface ProcessIdentity {
  host: string;
  /** Differs after every start of the machine. */
  boot: string | null;
  /** Process ids are unique only within a namespace. Every container has one of its own. */
  pidNamespace: string | null;
  pid: number;
  /** When the process started, because its id may be used again. */
  started: string | null;
  /** When the identity was written, ms since 1970. */
  time: number;
}

/** What this machine finds out about the process that left a lock. */
export interface Observation {
  own: ProcessIdentity;
  /** When this machine started, ms since 1970. */
  bootTime: number;
  /** The process that has the id now. */
  found: { started: string | null } | undefined;
  platform: string;
}

/** Clocks are adjusted while a machine runs. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The identity of this process. @param proc for tests */
export async function identifyProcess(proc = "/proc"): Promise<ProcessIdentity> {
  const { pid } = process;
  const [boot, pidNamespace, found] = await Promise.all([
    readFile(`${proc}/sys/kernel/random/boot_id`, "utf8").catch(() => null),
    readlink(`${proc}/self/ns/pid`).catch(() => null),
    findProcess(pid, proc),
  ]);
  const started = found?.started ?? null;
  return { host: hostname(), boot: boot?.trim() ?? null, pidNamespace, pid, started, time: Date.now() };
}

export async function observe(lock: ProcessIdentity, own: ProcessIdentity): Promise<Observation> {
  const bootTime = Date.now() - uptime() * 1000;
  return { own, bootTime, found: await findProcess(lock.pid), platform: process.platform };
}

/** `"ended"` only if it is certain. */
export function judgeLock(
  lock: ProcessIdentity,
  { own, bootTime, found, platform }: Observation,
): "ended" | "running" | "uncertain" {
  if (lock.host !== own.host) return "uncertain";
  if (lock.boot === null || own.boot === null) {
    if (lock.time < bootTime - CLOCK_TOLERANCE_MS) return "ended";
  } else if (lock.boot !== own.boot) {
    // A lock from after this machine's start was left by another machine with the same name.
    return lock.time < bootTime ? "ended" : "uncertain";
  }
  const hasNoNamespaces = platform !== "linux";
  if (lock.pidNamespace !== own.pidNamespace || !(own.pidNamespace || hasNoNamespaces)) return "uncertain";
  if (!found) return "ended";
  if (lock.started === null || found.started === null) return "uncertain";
  return lock.started === found.started ? "running" : "ended";
}

/** The process with an id in this process's own namespace. A zombie has ended. */
async function findProcess(pid: number, proc = "/proc"): Promise<{ started: string | null } | undefined> {
  try {
    process.kill(pid, 0); // Sends nothing.
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return undefined;
  }
  const stat = await readFile(`${proc}/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return { started: null };
  // proc(5): the name of the program, in parentheses, may contain anything. The state follows it, and the start is the
  // 20th field after the name.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? undefined : { started: fields[19] ?? null };
}
