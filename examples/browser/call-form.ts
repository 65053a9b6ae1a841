/** What a person has filled in, as the SDK takes it. */
import type { NewPlant, PlantStoreCallOptions } from "plant-store-sdk";
import { find } from "./dom.ts";

/** What is typed in, by the SDK's names, from the first to the last. */
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

/** Not checked here, so it may be no plant at all: the SDK says what is wrong with it. */
export function readPlant(): NewPlant {
  const { id, name, tag } = fields;
  return {
    id: readId(id.value.trim()),
    name: name.value || undefined,
    ...(tag.value && { tag: tag.value }),
  } as NewPlant;
}

/** An int64: a number where that is exact, else a bigint. What is neither is for the SDK to refuse. */
function readId(text: string): unknown {
  if (text === "") return undefined;
  const number = Number(text);
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(number) ? number : BigInt(text);
  return Number.isNaN(number) ? text : number;
}

/** A field that is left empty: no timeout, and the SDK's own number of retries. */
export function readCallOptions(): PlantStoreCallOptions & { timeout: number | false } {
  const { timeout, maxRetries } = fields;
  return {
    timeout: timeout.value.trim() === "" ? false : Number(timeout.value),
    maxRetries: maxRetries.value.trim() === "" ? undefined : Number(maxRetries.value),
    retryUnknown: retryUnknown.checked,
  };
}
