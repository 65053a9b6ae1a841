/** Starts the command of the installed package. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Starts the mock on a free port, and waits until it is ready.
 *
 * @param folder of the application
 * @param flags of Node
 */
export async function startMock(
  folder: string,
  flags: string[] = [],
): Promise<{ mock: ChildProcess; url: string }> {
  const command = join(folder, "node_modules/plant-store-sdk/dist/cli/plant-store-sdk.js");
  const mock = spawn(process.execPath, [...flags, command, "mock", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [line] = await once(createInterface(mock.stdout as NodeJS.ReadableStream), "line");
  mock.stdout?.resume(); // A blocked log would use memory.
  return { mock, url: JSON.parse(line).url };
}
