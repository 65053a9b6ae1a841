import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [tanstackStart()], logLevel: "error" });
