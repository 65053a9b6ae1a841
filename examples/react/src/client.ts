import { PlantStoreClient } from "plant-store-sdk";

// The server adds the token: everyone can read a page's code.
export const client = new PlantStoreClient({ baseUrl: "/api", token: null });
