/** Shows validation issues at their fields. */
import type { PlantStoreFailure } from "plant-store-sdk";
import { find } from "../dom.ts";
import { fields } from "./call-form.ts";

interface Issue {
  /** The SDK's name of the field or option. */
  name: PropertyKey | undefined;
  message: string;
}

/** Removes an issue when its field is edited. */
export function clearIssuesOnEdit(): void {
  for (const field of Object.values(fields)) field.addEventListener("input", () => setIssue(field, ""));
}

export function clearIssues(): void {
  for (const field of Object.values(fields)) setIssue(field, "");
}

/**
 * Shows an error's issues at their fields, and moves the focus to the first.
 *
 * @returns whether there is an issue.
 */
export function showIssues(failure: PlantStoreFailure): boolean {
  const issues = issuesOf(failure);
  for (const [name, field] of Object.entries(fields)) {
    const messages = issues.filter((issue) => issue.name === name).map((issue) => issue.message);
    setIssue(field, messages.join(" "));
  }
  const first = Object.values(fields).find(({ ariaInvalid }) => ariaInvalid === "true");
  first?.focus();
  return first !== undefined;
}

function issuesOf(failure: PlantStoreFailure): Issue[] {
  switch (failure.kind) {
    case "invalid-plant":
      return failure.issues.map(({ path: [name], message }) => ({ name, message }));
    case "configuration":
      return [{ name: failure.option, message: failure.message.replace(`\`${failure.option}\` `, "") }];
    default:
      return [];
  }
}

function setIssue(field: HTMLInputElement, message: string): void {
  find(`#${field.id}-issue`, HTMLElement).textContent = message;
  field.ariaInvalid = String(message !== "");
}
