import type { Provider } from "@angular/core";
import { PlantStoreClient } from "plant-store-sdk";

export function providePlantStore(): Provider {
  // The app's server adds the token.
  const useFactory = () => new PlantStoreClient({ baseUrl: "/api", token: null });
  return { provide: PlantStoreClient, useFactory };
}
