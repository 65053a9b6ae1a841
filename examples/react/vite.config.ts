import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  server: {
    // The page calls its own origin. In production, your backend takes the place of this proxy.
    proxy: {
      "/api": {
        target: "http://127.0.0.1:4010",
        rewrite: (path) => path.replace(/^\/api/, ""),
        headers: { authorization: "Bearer any" },
      },
    },
  },
  test: { environment: "jsdom" },
});
