import { useMutation } from "@tanstack/react-query";
import type { NewPlant, Plant, PlantStoreFailure } from "plant-store-sdk";
import { client } from "./client.ts";

/** Creates a plant when `mutate` is called. */
export function useCreatePlant() {
  // The client throws only PlantStoreFailures.
  return useMutation<Plant, PlantStoreFailure, NewPlant>({
    mutationFn: (plant) => client.createPlant(plant),
    // The client itself retries what cannot create a second plant. Retrying more could: a response may have been lost.
    retry: false,
    // By default, a mutation waits while the browser is offline, and is sent later, when the user no longer expects it.
    networkMode: "always",
  });
}
