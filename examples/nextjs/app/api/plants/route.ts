import { PlantStoreClient } from "plant-store-sdk";
import { plantRoute } from "plant-store-sdk/route";
import { hasSession } from "@/lib/session";

let client: PlantStoreClient | undefined;

export const POST = plantRoute({
  // Not at module level, where `next build` would run it without the environment variables.
  client: () => (client ??= new PlantStoreClient({ timeout: 20_000 })), // Ends before the page's 30 s.
  authorize: hasSession,
});
