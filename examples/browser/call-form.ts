/** What a person has filled in, as the SDK takes it. */
import type { CreatePlantCallOptions, NewPlant, PlantStoreIssue } from "plant-store-sdk";
import { find } from "./dom.ts";

const fields = {
  id: find("#id", HTMLInputElement),
  name: find("#name", HTMLInputElement),
  tag: find("#tag", HTMLInputElement),
};
const timeout = find("#timeout", HTMLInputElement);
const retries = find("#retries", HTMLInputElement);
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
export function readCallOptions(): CreatePlantCallOptions & { timeout: number | false } {
  return {
    timeout: timeout.value.trim() === "" ? false : Number(timeout.value),
    maxRetries: retries.value.trim() === "" ? undefined : Number(retries.value),
    retryUnknown: retryUnknown.checked,
  };
}

/** Says at each field what is wrong with it. */
export function showIssues(issues: PlantStoreIssue[]): void {
  for (const [name, field] of Object.entries(fields)) {
    const messages = issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
    find(`#${name}-issue`, HTMLElement).textContent = messages
      .map((message) => `The ${name} ${message}.`)
      .join(" ");
    field.setAttribute("aria-invalid", String(messages.length > 0));
  }
}
