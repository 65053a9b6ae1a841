/** The form of a call: the SDK's arguments, and the SDK's issues with them. */
import type { CreatePlantOptions, NewPlant, PlantStoreFailure } from "plant-store-sdk";
import { DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_MS } from "../../../src/common/default-options.ts";
import { FIELD_NAMES, isOptional } from "../../../src/contract/plant-fields.ts";
import { store } from "../connected-store.ts";
import { find, make } from "../dom.ts";
import { ANY_TOKEN } from "./call-code.ts";

export const form = find("#call", HTMLFormElement);
const issues = find("#issues", HTMLElement);
const retryUnknown = find("#retryUnknown", HTMLInputElement);

const EXAMPLES: Partial<Record<keyof NewPlant, Partial<HTMLInputElement>>> = {
  id: { value: "1", inputMode: "numeric" },
  name: { value: "Fern" },
};

const plantFields = FIELD_NAMES.map((name) => {
  const placeholder = isOptional(name) ? "optional" : "";
  return [name, makeField(name, { placeholder, ...EXAMPLES[name] })];
});

/** The text fields by the SDK's names. */
export const fields = {
  ...(Object.fromEntries(plantFields) as Record<keyof NewPlant, HTMLInputElement>),
  timeout: makeField("timeout", { value: "5000", inputMode: "numeric", placeholder: "none" }, "ms"),
  maxRetries: makeField("maxRetries", { value: `${DEFAULT_MAX_RETRIES}`, inputMode: "numeric" }),
  token: makeField("token", { value: ANY_TOKEN, type: "password" }),
};

/** Editing a field removes its issue. */
function makeField(id: string, attributes: Partial<HTMLInputElement>, unit = ""): HTMLInputElement {
  const input = Object.assign(make("input"), { id, autocomplete: "off", spellcheck: false }, attributes);
  const label = Object.assign(make("label", "", id), { htmlFor: id });
  const hint = Object.assign(make("small", "", unit), { id: `${id}-unit` });
  const issue = Object.assign(make("p", "issue"), { id: `${id}-issue` });
  input.setAttribute("aria-describedby", `${hint.id} ${issue.id}`);
  input.addEventListener("input", () => setIssue(input, ""));
  form.querySelector("p.row")?.before(make("div", "field", make("div", "row", label, hint), input));
  issues.append(issue); // Below the buttons, so that these do not move.
  return input;
}

/** The options with a value that is not the SDK's default. Without a text, there is no timeout. */
export function readOptions() {
  const { timeout, maxRetries, token } = fields;
  return {
    baseUrl: store.baseUrl,
    token: token.value,
    ...(timeout.value.trim() !== `${DEFAULT_TIMEOUT_MS}` && { timeout: readNumber(timeout) ?? false }),
    ...(maxRetries.value.trim() !== `${DEFAULT_MAX_RETRIES}` && { maxRetries: readNumber(maxRetries) }),
    ...(retryUnknown.checked && { retryUnknown: true }),
  } satisfies CreatePlantOptions;
}

function readNumber({ value }: HTMLInputElement): number | undefined {
  return value.trim() === "" ? undefined : Number(value);
}

/**
 * Shows an error's issues at their fields, and moves the focus to the first.
 *
 * @returns whether there is an issue.
 */
export function showIssues(failure: PlantStoreFailure | undefined): boolean {
  const issues = failure === undefined ? [] : issuesOf(failure);
  for (const [name, field] of Object.entries(fields)) {
    const messages = issues.filter((issue) => issue.name === name).map((issue) => issue.message);
    setIssue(field, messages.join(" "));
  }
  const first = Object.values(fields).find(({ ariaInvalid }) => ariaInvalid === "true");
  first?.focus();
  return first !== undefined;
}

/** The store has rejected the token, even if its response was lost. */
export function showTokenIssue(): void {
  const issue =
    "The store rejected this token. A mock that was started with tokens accepts only those: type one.";
  setIssue(fields.token, issue);
}

/** The name is the SDK's name of the field or option. */
function issuesOf(failure: PlantStoreFailure): { name: PropertyKey | undefined; message: string }[] {
  if (failure.kind === "invalid-plant")
    return failure.issues.map(({ path: [name], message }) => ({ name, message }));
  if (failure.kind !== "configuration") return [];
  return [{ name: failure.option, message: `${failure.problem}.` }];
}

function setIssue(field: HTMLInputElement, message: string): void {
  find(`#${field.id}-issue`, HTMLElement).textContent = message && `${field.id}: ${message}`;
  field.ariaInvalid = String(message !== "");
}
