import { msw } from "msw/vite";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // The built page may lie in any folder of a server.
  // Serves MSW's worker script, and puts it beside the built page.
  plugins: [msw({ mode: "worker-only" })],
  build: { assetsInlineLimit: 0 }, // The page's Content-Security-Policy allows no data: URLs.
});
