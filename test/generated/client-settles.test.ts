/** Every call settles with a Plant or a PlantStoreFailure, whatever its arguments and its `fetch` do. */
import fc from "fast-check";
import { anyCallOptions, anyFetch, anyOptions, anyPlant } from "./any-call.ts";
import { property } from "./property.ts";
import { anyCall, type CallSource, expectPlantOrFailure, runCall, useFakeTime } from "./run-call.ts";

useFakeTime();

const fetches = fc.array(anyFetch, { minLength: 1, maxLength: 5 });

const options = { options: anyOptions, callOptions: anyCallOptions };

const settles = async (source: CallSource) => expectPlantOrFailure(await runCall(source));

property("a call settles, whatever its plant is", anyCall({ plant: anyPlant }), settles);
property("a call settles, whatever its options are", anyCall(options), settles);
property("a call settles, whatever fetch does", anyCall({ fetches }), settles);
property("a call settles, whatever all are", anyCall({ plant: anyPlant, ...options, fetches }), settles);
