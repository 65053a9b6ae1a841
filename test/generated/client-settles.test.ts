/** Whatever a client is given, a call comes to a Plant or to a PlantStoreFailure, and to nothing else. */
import fc from "fast-check";
import { anyPlant } from "./any-value.ts";
import { anyAnswer, anyCallOptions, anyOptions } from "./hostile-call.ts";
import { property } from "./property.ts";
import { anyCall, type CallSource, expectPlantOrFailure, settle, standStill } from "./settling.ts";

standStill();

const answers = fc.array(anyAnswer, { minLength: 1, maxLength: 5 });

const settles = async (source: CallSource) => expectPlantOrFailure(await settle(source));

property("a call settles, whatever its plant is", anyCall({ plant: anyPlant }), settles);
property(
  "a call settles, whatever its options are",
  anyCall({ options: anyOptions, callOptions: anyCallOptions }),
  settles,
);
property("a call settles, whatever fetch does", anyCall({ answers }), settles);
property(
  "a call settles, whatever its plant, its options and its fetch are",
  anyCall({ plant: anyPlant, options: anyOptions, callOptions: anyCallOptions, answers }),
  settles,
);
