#!/usr/bin/env node
/** The command `plant-store-mock`, the short form of `plant-store-sdk mock`. */
import { exitOnOldNode, watchOutput } from "./terminal/command.ts";

exitOnOldNode();
watchOutput();
// An older Node might not parse it.
const { mock } = await import("./mock/mock-command.ts");
await mock(process.argv.slice(2), "plant-store-mock");
