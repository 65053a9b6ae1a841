/** Packs the built package into node_modules/.cache/plant-store-sdk.tgz, unless that tarball is up to date. */
import { packPackage } from "../test/support/npm.ts";

await packPackage();
