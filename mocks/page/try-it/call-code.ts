/** The call of the form as TypeScript. */
import type { CreatePlantOptions, NewPlant } from "plant-store-sdk";
import { formatValue } from "../value-text.ts";

/** The mock accepts any token by default. Another one is a secret, so it is not shown. */
export const ANY_TOKEN = "any-token";

export function callCode(plant: NewPlant, options: CreatePlantOptions): string {
  const token = options.token === ANY_TOKEN ? `"${ANY_TOKEN}"` : "process.env.PLANT_STORE_TOKEN";
  const members = Object.entries(options).filter(([, value]) => value !== undefined);
  const lines = members.map(
    ([name, value]) => `    ${name}: ${name === "token" ? token : formatValue(value)},\n`,
  );
  return `import { createPlant } from "plant-store-sdk";

const plant = await createPlant(
  ${formatValue(plant, "  ")},
  {
${lines.join("")}  },
);
`;
}
