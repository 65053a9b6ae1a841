/** The call of the form as TypeScript. */
import type { CreatePlantOptions, NewPlant } from "plant-store-sdk";
import { formatValue } from "../value-text.ts";

/** The mock accepts any token by default. Another one is a secret, so it is not shown. */
const ANY_TOKEN = "any-token";

export function callCode(plant: NewPlant, { token, ...options }: CreatePlantOptions): string {
  const tokenText = token === ANY_TOKEN ? `"${ANY_TOKEN}"` : "process.env.PLANT_STORE_TOKEN";
  const { baseUrl, ...others } = options;
  const members = Object.entries(others).filter(([, value]) => value !== undefined);
  const lines = [
    `baseUrl: ${formatValue(baseUrl)}`,
    `token: ${tokenText}`,
    ...members.map(([name, value]) => `${name}: ${formatValue(value)}`),
  ];
  return `import { createPlant } from "plant-store-sdk";

const plant = await createPlant(
  ${formatValue(plant, "  ")},
  {
${lines.map((line) => `    ${line},\n`).join("")}  },
);
`;
}
