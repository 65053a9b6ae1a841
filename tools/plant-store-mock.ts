#!/usr/bin/env node
/** The command `plant-store-mock`, the short form of `plant-store-sdk mock`. */
import { mock } from "./mock/mock-command.ts";
import { requireNode } from "./terminal/require-node.ts";

requireNode();
await mock(process.argv.slice(2), "plant-store-mock");
