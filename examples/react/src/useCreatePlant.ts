import { useMutation } from "@tanstack/react-query";
import type { NewPlant, Plant, PlantStoreFailure } from "plant-store-sdk";
import { client } from "./client.ts";

/** Creates a plant when `mutate` is called. */
export function useCreatePlant() {
  // The client throws only PlantStoreFailures.
  return useMutation<Plant, PlantStoreFailure, NewPlant>({
    mutationFn: (plant) => client.createPlant(plant),
    // The client retries what creates no duplicate.
    retry: false,
    // Otherwise, a mutation that waits for the network is sent when the user no longer expects it.
    networkMode: "always",
  });
}
