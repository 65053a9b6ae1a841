#!/usr/bin/env node
/** The command `plant-store-mock`, the short form of `plant-store-sdk mock`. */
import { mock } from "./mock.ts";
import { requireNode } from "./require-node.ts";

requireNode();
await mock(process.argv.slice(2), "plant-store-mock");
