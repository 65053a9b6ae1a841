/** The arguments of a call: what the form contains, and the call as TypeScript. */
import type { CreatePlantOptions, NewPlant } from "plant-store-sdk";
import { DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_MS } from "../../../src/common/default-options.ts";
import { FIELD_NAMES } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import { formatValue } from "../format.ts";

/** The text fields, by the SDK's names. */
export type FieldName = keyof NewPlant | "timeout" | "maxRetries" | "token";
type Values = Record<FieldName, string>;

/** The mock accepts any token by default. Another one is a secret, so it is not shown. */
export const ANY_TOKEN = "any-token";

/** What the fields contain. */
export const valuesOf = ({
  suggestedId,
  typed,
}: {
  suggestedId: string;
  typed: Partial<Values>;
}): Values => ({
  ...(Object.fromEntries(FIELD_NAMES.map((name) => [name, ""])) as Record<keyof NewPlant, string>),
  id: suggestedId,
  name: "Fern",
  timeout: "5000",
  maxRetries: `${DEFAULT_MAX_RETRIES}`,
  token: ANY_TOKEN,
  ...typed,
});

/** Leaves out empty fields. Returns invalid input as it is, for the SDK to reject. */
export function readPlant(values: Record<keyof NewPlant, string>): NewPlant {
  const fields = FIELD_NAMES.map((field) => [field, readFieldText(field, values[field])]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== ""));
}

/** The options with a value that is not the SDK's default. Without a text, there is no timeout. */
export function readOptions({ timeout, maxRetries, token }: Values, retryUnknown: boolean, baseUrl: string) {
  return {
    baseUrl,
    token,
    ...(timeout.trim() !== `${DEFAULT_TIMEOUT_MS}` && { timeout: readNumber(timeout) ?? false }),
    ...(maxRetries.trim() !== `${DEFAULT_MAX_RETRIES}` && { maxRetries: readNumber(maxRetries) }),
    ...(retryUnknown && { retryUnknown }),
  } satisfies CreatePlantOptions;
}

const readNumber = (text: string) => (text.trim() === "" ? undefined : Number(text));

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
