"use client";

import { PlantStoreClient } from "plant-store-sdk";
import { once, readPlant, toState } from "@/lib/form-state";
import { PlantForm } from "../plant-form";

// The route adds the token.
const client = new PlantStoreClient({ baseUrl: "/api", token: null });

export function RouteForm({ submission }: { submission: string }) {
  return (
    <PlantForm
      submission={submission}
      action={(_previous, form) =>
        once(form, async () => toState(form, await client.safeCreatePlant(readPlant(form))))
      }
    />
  );
}
