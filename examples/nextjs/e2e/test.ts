import { spawn } from "node:child_process";
import { test as base } from "@playwright/test";
import { connectMockStore, type RemoteMockStore } from "plant-store-sdk/mocks/remote";

// A server action calls the store that its server's environment names. So each worker has a server of its own, which
// calls a session of its own.
export const test = base.extend<object, { store: RemoteMockStore; appUrl: string }>({
  store: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
    async ({}, use, { parallelIndex }) => {
      await use(connectMockStore(`${process.env.MOCK_URL}`, { session: `worker-${parallelIndex}` }));
    },
    { scope: "worker" },
  ],
  appUrl: [
    async ({ store }, use) => {
      const env = { ...process.env, PLANT_STORE_BASE_URL: store.baseUrl, PLANT_STORE_TOKEN: "any-token" };
      const args = ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", "0"];
      const next = spawn(process.execPath, args, { env });
      const url = await new Promise<string>((resolve, reject) => {
        let output = "";
        next.once("exit", () => reject(new Error(`next start failed. Run next build first. ${output}`)));
        next.stdout.on("data", (data) => {
          output += data;
          const [, found] = /(http:\S+)[\s\S]*Ready/.exec(output) ?? [];
          if (found) resolve(found);
        });
      });
      await use(url);
      next.kill();
    },
    { scope: "worker" },
  ],
  baseURL: ({ appUrl }, use) => use(appUrl),
});

test.beforeEach(({ store }) => store.clear());
