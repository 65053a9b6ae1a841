// A page's route. deno serve needs the same flags.
import { PlantStoreClient } from "plant-store-sdk";
import { plantRoute } from "plant-store-sdk/route";

const route = plantRoute({ client: new PlantStoreClient({ timeout: 20_000 }), authorize: "anyone" });

export default { fetch: route };
