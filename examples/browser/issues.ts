/** Shows validation issues at their fields. */
import type { PlantStoreConfigurationError, PlantStoreFailure } from "plant-store-sdk";
import { fields } from "./call-form.ts";
import { find } from "./dom.ts";

interface Issue {
  /** The SDK's name of the field or option. */
  name: PropertyKey | undefined;
  words: string;
}

/** Removes an issue when its field is edited. */
export function dropEditedIssues(): void {
  for (const field of Object.values(fields)) field.addEventListener("input", () => say("", field));
}

export function clearIssues(): void {
  for (const field of Object.values(fields)) say("", field);
}

/**
 * Shows an error's issues at their fields, and moves the focus to the first.
 *
 * @returns whether there is an issue.
 */
export function showIssues(failure: PlantStoreFailure): boolean {
  const issues = issuesOf(failure);
  for (const [name, field] of Object.entries(fields)) {
    const words = issues.filter((issue) => issue.name === name).map((issue) => issue.words);
    say(words.join(" "), field);
  }
  const first = Object.values(fields).find(({ ariaInvalid }) => ariaInvalid === "true");
  first?.focus({ preventScroll: true });
  first?.closest(".field")?.scrollIntoView({ block: "nearest" }); // Including its label and its issue.
  return first !== undefined;
}

function issuesOf(failure: PlantStoreFailure): Issue[] {
  switch (failure.kind) {
    case "invalid-plant":
      return failure.issues.map(({ path: [name], message }) => ({
        name,
        words: `The ${String(name)} ${message}.`,
      }));
    case "configuration":
      return [{ name: failure.option, words: describeOption(failure) }];
    default:
      return [];
  }
}

function say(words: string, field: HTMLInputElement): void {
  find(`#${field.id}-issue`, HTMLElement).textContent = words;
  field.ariaInvalid = String(words !== "");
}

/** The SDK's message about an option, with the field's label instead of the option's name. */
export function describeOption({ option, message }: PlantStoreConfigurationError): string {
  return message.replace(`\`${option}\``, labelOf(option));
}

/** An option's label, or its name if it has the unknown field. */
export function labelOf(option: string): string {
  const [, field] = Object.entries(fields).find(([name]) => name === option) ?? [];
  return field?.labels?.[0]?.textContent ?? option;
}
