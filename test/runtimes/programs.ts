/** The runtimes, and how they run a program of the application in `app`. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { install } from "../consumers/app.ts";

/** The folder of the application with the packed package. Each package of a runtime is an executable for Linux on x64. */
export const app = await install(join(import.meta.dirname, "app"));

const installed = (path: string) => join(app, "node_modules", path);
export const NODE_20 = installed("node-20/bin/node");
export const NODE_22 = installed("node-22/bin/node");
export const NODE_24 = process.execPath; // The Node of the project.
export const NODE_26 = installed("node-26/bin/node");
export const BUN = installed("bun/bin/bun");
export const DENO = installed("deno/deno");
export const WORKERD = installed("workerd/bin/workerd");

/** @param permissions such as `net=127.0.0.1` */
export const denoArgs = (...permissions: string[]) => [
  ...["run", "--no-prompt"],
  ...permissions.map((permission) => `--allow-${permission}`),
];

/** The options of a child process in the application. It gets no other environment variables. */
export const options = (more: Record<string, string> = {}) => ({
  cwd: app,
  env: { HOME: app, DENO_NO_UPDATE_CHECK: "1", ...more },
  timeout: 60_000,
});

/** Runs a program to its end. Rejects if its exit code is not 0. */
export const run = (program: string, args: string[], env?: Record<string, string>) =>
  promisify(execFile)(program, args, options(env));
