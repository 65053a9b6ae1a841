import { msw } from "msw/vite";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // The built page can be served from any folder.
  // Serves MSW's worker script, and copies it next to the built page.
  plugins: [msw({ mode: "worker-only" })],
  build: { assetsInlineLimit: 0 }, // The page's Content-Security-Policy forbids data: URLs.
});
