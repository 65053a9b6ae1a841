// deno run --allow-net=plants.example --allow-env=PLANT_STORE_BASE_URL,PLANT_STORE_TOKEN create-plant.ts 42 Fern
import { safeCreatePlant } from "plant-store-sdk";

const [id = "", name = ""] = Deno.args;
const result = await safeCreatePlant({ id: BigInt(id), name });
if (result.success) console.log("created");
else console.log(result.error.outcome, result.error.kind, result.error.message);
