/** The command `plant-store-sdk import` with pipes as its input: they are read once, and may be silent for ever. */
import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { faults } from "plant-store-sdk/mocks/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { command, linesOf, resultOf, Workplace } from "./import-command.ts";

const three = linesOf({ id: 1 }, { id: 2 }, { id: 3 });

async function createPipe(work: Workplace): Promise<string> {
  const pipe = join(work.folder, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  return pipe;
}

describe.skipIf(process.platform === "win32")("pipes", () => {
  test("a named pipe is read once", async () => {
    const work = await Workplace.create();
    const pipe = await createPipe(work);
    const running = work.import(["pipe", "--journal", "j"]);
    await writeFile(pipe, three);
    expect((await running).code).toBe(0);
    expect(work.store.plants).toHaveLength(3);
  });

  test("an interrupted import does not wait for a named pipe that nobody writes to", async () => {
    const work = await Workplace.create();
    await createPipe(work);
    const running = work.start(["pipe", "--journal", "j"]);
    const result = resultOf(running);
    await vi.waitUntil(() => work.has("j"), { timeout: 15_000 });
    running.kill("SIGINT");
    expect((await result).code).toBe(130);
  });

  test("an import that ends by a 401 does not wait for the writer of a named pipe", async () => {
    const work = await Workplace.create();
    const pipe = await createPipe(work);
    work.store.enqueue(faults.status(401));
    const running = work.import(["pipe", "--journal", "j"]);
    const writer = createWriteStream(pipe); // Stays open.
    onTestFinished(() => void writer.destroy());
    writer.on("error", () => {});
    writer.write(three);
    const { code, stderr } = await running;
    expect([code, stderr]).toEqual([4, expect.stringMatching(/401/)]);
  });

  test.each([
    ["that has ended", `printf '%s' "$1"`],
    ["that is slow", `sleep 0.5; printf '%s' "$1"`],
  ])("the output of a command %s is read by <(…)", async (_, writer) => {
    const work = await Workplace.create();
    const script = `exec '${process.execPath}' '${command}' import <(${writer}) --journal j`;
    const env = {
      PATH: process.env.PATH,
      PLANT_STORE_BASE_URL: work.server.url,
      PLANT_STORE_TOKEN: "token",
    };
    await promisify(execFile)("bash", ["-c", script, "bash", three], { cwd: work.folder, env });
    expect(work.store.plants).toHaveLength(3);
  });

  test("an interrupted import does not wait for the command in <(…)", async () => {
    const work = await Workplace.create();
    const script = `exec '${process.execPath}' '${command}' import <(printf '%s' "$1"; exec sleep 30) --journal j`;
    const env = {
      PATH: process.env.PATH,
      PLANT_STORE_BASE_URL: work.server.url,
      PLANT_STORE_TOKEN: "token",
    };
    const running = execFile("bash", ["-c", script, "bash", three], { cwd: work.folder, env });
    const ended = new Promise((resolve) => running.on("exit", resolve));
    await vi.waitUntil(() => work.store.plants.length === 3, { timeout: 15_000 });
    running.kill("SIGINT");
    expect(await ended).toBe(130);
  });
});
