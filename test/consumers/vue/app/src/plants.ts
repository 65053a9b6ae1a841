import { defineStore } from "pinia";
import { type NewPlant, PlantStoreClient, type PlantStoreFailure } from "plant-store-sdk";
import { computed, ref } from "vue";

/** The app's server adds the token. The user tries again, so the client does not. */
const client = new PlantStoreClient({ baseUrl: "/api", token: null, maxRetries: 0 });

export interface Entry {
  /** A text: `JSON.stringify` throws for a bigint, so persisting the store would end without a message. */
  id: string;
  name: string;
  outcome: "pending" | PlantStoreFailure["outcome"];
  /** What the user can do. */
  hint?: string;
}

export const usePlants = defineStore(
  "plants",
  () => {
    const entries = ref<Entry[]>([]);
    const isPending = computed(() => entries.value.some(({ outcome }) => outcome === "pending"));

    /** @param signal ends the waiting, not the plant: it may be created */
    async function create(plant: NewPlant, signal: AbortSignal): Promise<PlantStoreFailure | undefined> {
      entries.value.push({ id: String(plant.id), name: plant.name, outcome: "pending" });
      // Only the array's own object is reactive.
      const entry = entries.value.at(-1) as Entry;
      const { error } = await client.safeCreatePlant(plant, { signal });
      entry.outcome = error?.outcome ?? "created";
      if (error?.response?.status === 401) entry.hint = "Sign in first.";
      return error;
    }

    /** After a reload, nobody knows what became of a call. */
    function afterReload() {
      for (const entry of entries.value) if (entry.outcome === "pending") entry.outcome = "unknown";
    }

    return { entries, isPending, create, afterReload };
  },
  { persist: { pick: ["entries"], afterHydrate: ({ store }) => store.afterReload() } },
);
