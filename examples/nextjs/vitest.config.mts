import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;

export default defineConfig({
  resolve: {
    alias: {
      "@": root,
      // Outside Next.js, importing server-only throws an error.
      "server-only": resolve(root, "node_modules/server-only/empty.js"),
    },
  },
  test: {
    include: ["test/**"],
    environment: "jsdom",
    env: { PLANT_STORE_BASE_URL: "https://plants.example", PLANT_STORE_TOKEN: "any-token" },
  },
});
