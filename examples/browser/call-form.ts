/** Reads the form as the SDK's arguments. */
import type { NewPlant, PlantStoreCallOptions } from "plant-store-sdk";
import { find } from "./dom.ts";

/** The text fields by the SDK's names, in the order of the page. */
export const fields = {
  id: find("#id", HTMLInputElement),
  name: find("#name", HTMLInputElement),
  tag: find("#tag", HTMLInputElement),
  baseUrl: find("#base-url", HTMLInputElement),
  token: find("#token", HTMLInputElement),
  timeout: find("#timeout", HTMLInputElement),
  maxRetries: find("#retries", HTMLInputElement),
};
const retryUnknown = find("#retry-unknown", HTMLInputElement);

/** Does not validate the input, because the SDK does. */
export function readPlant(): NewPlant {
  const { id, name, tag } = fields;
  return {
    id: readId(id.value.trim()),
    name: name.value || undefined,
    ...(tag.value && { tag: tag.value }),
  } as NewPlant;
}

/** Returns a number if it is exact, otherwise a bigint. Returns invalid input as it is, for the SDK to reject. */
function readId(text: string): unknown {
  if (text === "") return undefined;
  const number = Number(text);
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(number) ? number : BigInt(text);
  return Number.isNaN(number) ? text : number;
}

/** If a field is empty, there is no timeout, and the number of retries is the SDK's default. */
export function readCallOptions(): PlantStoreCallOptions & { timeout: number | false } {
  const { timeout, maxRetries } = fields;
  return {
    timeout: timeout.value.trim() === "" ? false : Number(timeout.value),
    maxRetries: maxRetries.value.trim() === "" ? undefined : Number(maxRetries.value),
    retryUnknown: retryUnknown.checked,
  };
}
