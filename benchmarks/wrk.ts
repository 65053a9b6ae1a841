/** Sends requests with wrk, because a client in Node takes more CPU than the server. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findProgram } from "../scripts/installed-programs.ts";
import { CONCURRENCY } from "./speed.ts";

/** Undefined if it is not installed. */
export const wrk = findProgram("wrk");

const script = fileURLToPath(new URL("post-plant.lua", import.meta.url));

/** Posts plants over {@link CONCURRENCY} reused connections. */
export async function postPlants(
  port: number,
  seconds: number,
): Promise<{ requests: number; perSecond: number }> {
  const options = [
    "--threads=1",
    `--connections=${CONCURRENCY}`,
    `--duration=${seconds}s`,
    `--script=${script}`,
  ];
  const url = `http://127.0.0.1:${port}/plants`;
  const { stdout } = await promisify(execFile)(`${wrk}`, [...options, url]);
  const [requests, perSecond] = [/(\d+) requests in/, /Requests\/sec: *([\d.]+)/].map((pattern) =>
    Number(pattern.exec(stdout)?.[1]),
  );
  if (!requests || !perSecond || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return { requests, perSecond };
}
