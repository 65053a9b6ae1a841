/** Reads the form as the SDK's arguments. The SDK validates them. */
import type { CreatePlantOptions, NewPlant } from "plant-store-sdk";
import { find } from "../dom.ts";
import { store } from "../store.ts";

/** The text fields by the SDK's names. */
export const fields = {
  id: find("#id", HTMLInputElement),
  name: find("#name", HTMLInputElement),
  tag: find("#tag", HTMLInputElement),
  timeout: find("#timeout", HTMLInputElement),
  maxRetries: find("#maxRetries", HTMLInputElement),
  token: find("#token", HTMLInputElement),
};
const retryUnknown = find("#retryUnknown", HTMLInputElement);

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

/** The options with a value that is not the SDK's default. Without a text, there is no timeout. */
export function readOptions() {
  const { timeout, maxRetries, token } = fields;
  return {
    baseUrl: store.baseUrl,
    token: token.value,
    ...(timeout.value.trim() !== "30000" && { timeout: readNumber(timeout) ?? false }),
    ...(maxRetries.value.trim() !== "2" && { maxRetries: readNumber(maxRetries) }),
    ...(retryUnknown.checked && { retryUnknown: true }),
  } satisfies CreatePlantOptions;
}

function readNumber({ value }: HTMLInputElement): number | undefined {
  return value.trim() === "" ? undefined : Number(value);
}
