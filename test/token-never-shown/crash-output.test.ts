/** A program that prints everything, and crashes with an uncaught failure, prints no token. */

import type { ServerResponse } from "node:http";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { builtFile } from "../../scripts/built-file.ts";
import { runProgram } from "../support/run-program.ts";
import { startHttpServer } from "../support/servers.ts";
import { HEADER_SAFE_CANARY } from "./canary.ts";
import { containsSecret } from "./leaks.ts";

/** Expects the package as `sdk`, and its base URL and token in the environment. */
const program = `
  process.on("warning", (warning) => console.log("warning", warning));
  const plant = { id: 1, name: "Fern" };
  const onEvent = (event) => {
    console.log(event);
    throw new Error("the listener is broken");
  };
  const options = { maxRetries: 0, onEvent };
  (async () => {
    const client = new sdk.PlantStoreClient(options);
    for (const id of [200, 400, 401, 500, 0]) {
      const result = await client.safeCreatePlant({ ...plant, id });
      console.log(result);
      console.error(result.error);
      console.table(result);
      console.dir(result, { depth: null, showHidden: true, getters: true });
      console.log("%s %o %O %j", result.error, result, client, result);
      console.log(JSON.stringify([result, client]));
      if (result.error) process.emitWarning(result.error);
    }
    await sdk.createPlant({ ...plant, id: 401 }, options);
  })();
`;

/** Responds with the plant's id as the status, and echoes the token, but not in a plant. For the id 0, it truncates the response. */
function respondWithEcho(response: ServerResponse, body: string): void {
  const { id } = JSON.parse(body);
  const token = HEADER_SAFE_CANARY;
  const fields = { error: 1, message: `no ${token}`, [token]: [token], name: token };
  const text = JSON.stringify(id === 200 ? { name: "Fern" } : fields);
  response.writeHead(id || 200, token, { "x-echo": token, "set-cookie": `t=${token}` });
  if (id !== 0) response.end(text);
  else response.write(text, () => response.destroy());
}

/** In the project's folder, the package's name resolves to its builds. */
const root = resolve(builtFile("index.js"), "../..");

test.each([
  ["an ES module", "module", 'import * as sdk from "plant-store-sdk";'],
  ["a CommonJS module", "commonjs", 'const sdk = require("plant-store-sdk");'],
])("%s that crashes prints no token", async (_what, type, load) => {
  const { url, requests } = await startHttpServer((response, { body }) => respondWithEcho(response, body));
  const flags = ["--trace-uncaught", "--trace-warnings", `--input-type=${type}`, "--eval", load + program];
  const env = { PLANT_STORE_BASE_URL: url, PLANT_STORE_TOKEN: HEADER_SAFE_CANARY };
  const { code, stdout, stderr } = await runProgram(process.execPath, flags, { cwd: root, env });
  expect(requests).toHaveLength(6);
  expect(code).toBe(1);
  const crash = stderr.slice(stderr.lastIndexOf("PlantStoreResponseError: Unexpected status 401"));
  expect(crash).toMatch(/\nNode\.js v/);
  expect(stderr.match(/the listener is broken/g)?.length).toBeGreaterThan(12);
  for (const printed of [stdout, stderr]) {
    expect(printed).toContain("[token]");
    expect(printed.split("\n").filter((line) => containsSecret(line, HEADER_SAFE_CANARY))).toEqual([]);
  }
});
