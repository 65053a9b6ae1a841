/** Whether a process that left a lock file behind is still running. */
import { readFile } from "node:fs/promises";

/**
 * When a process started, as a text that no other process with its id has. Returns `null` if the system does not tell:
 * only Linux does.
 */
export async function startOfProcess(pid: number): Promise<string | null> {
  return (await readProcess(pid))?.start ?? null;
}

/** @param start the result of {@link startOfProcess} when the process was running */
export async function isRunning(pid: number, start: string | null): Promise<boolean> {
  try {
    process.kill(pid, 0); // Sends nothing.
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const found = await readProcess(pid);
  if (!found) return true; // The system does not tell more.
  return !found.isZombie && (start === null || start === found.start);
}

async function readProcess(pid: number): Promise<{ start: string; isZombie: boolean } | undefined> {
  try {
    const [stat, boot] = await Promise.all(
      [`/proc/${pid}/stat`, "/proc/sys/kernel/random/boot_id"].map((path) => readFile(path, "utf8")),
    );
    // proc(5): the name of the program, in parentheses, may contain anything. The state follows it, and the start is the
    // 20th field after the name.
    const fields = `${stat}`.slice(`${stat}`.lastIndexOf(")") + 2).split(" ");
    return { start: `${boot?.trim()} ${fields[19]}`, isZombie: fields[0] === "Z" };
  } catch {
    return undefined;
  }
}
