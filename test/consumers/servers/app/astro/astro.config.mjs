import node from "@astrojs/node";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "middleware" }),
  logLevel: "error",
  // At its top, the shared installation has another version, which the server would import.
  vite: { ssr: { noExternal: ["cookie"] } },
});
