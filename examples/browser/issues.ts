/** What is wrong with what is filled in, said at its field. */
import type { PlantStoreConfigurationError, PlantStoreFailure } from "plant-store-sdk";
import { fields } from "./call-form.ts";
import { find } from "./dom.ts";

interface Issue {
  /** What is wrong, by the SDK's name. */
  name: PropertyKey | undefined;
  words: string;
}

/** An issue is of no more use once its field is edited. */
export function dropEditedIssues(): void {
  for (const field of Object.values(fields)) field.addEventListener("input", () => say("", field));
}

export function clearIssues(): void {
  for (const field of Object.values(fields)) say("", field);
}

/**
 * Says at the fields what a failure finds wrong with them, and leads to the first.
 *
 * @returns whether there is one.
 */
export function showIssues(failure: PlantStoreFailure): boolean {
  const issues = issuesOf(failure);
  for (const [name, field] of Object.entries(fields)) {
    const words = issues.filter((issue) => issue.name === name).map((issue) => issue.words);
    say(words.join(" "), field);
  }
  const first = Object.values(fields).find(({ ariaInvalid }) => ariaInvalid === "true");
  first?.focus({ preventScroll: true });
  first?.closest(".field")?.scrollIntoView({ block: "nearest" }); // With its label and its issue.
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

/** What the SDK says of an option, by the label that it has here. */
export function describeOption({ option, message }: PlantStoreConfigurationError): string {
  return message.replace(`\`${option}\``, labelOf(option));
}

/** An option's label, or its own name where it has the unknown field. */
export function labelOf(option: string): string {
  const [, field] = Object.entries(fields).find(([name]) => name === option) ?? [];
  return field?.labels?.[0]?.textContent ?? option;
}
