import { PlantStoreClient } from "plant-store-sdk";

// The mock accepts any token. Do not put the token of a real service here: everyone can read a page's code.
export const client = new PlantStoreClient({ baseUrl: "/api", token: "any-token" });
