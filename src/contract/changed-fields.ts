/** How a plant in a response differs from the one that was sent. */
import { type NewPlant, PLANT_FIELDS, type Plant } from "./schemas.ts";

const RETURNED_FIELDS = Object.keys(PLANT_FIELDS) as (keyof Plant)[];

/** The fields that a response shows otherwise than they were sent. A missing tag equals an empty one. */
export function changedFields(sent: NewPlant, received: Plant): (keyof Plant)[] {
  return RETURNED_FIELDS.filter((field) => (sent[field] ?? "") !== (received[field] ?? ""));
}

/**
 * Whether both are the name of one plant. A store may trim names, collapse white space, compose accents, and replace what is
 * not Unicode. Any other name belongs to another plant: a cache, another API or an error object has responded.
 */
export function isSameName(sent: string, received: unknown): boolean {
  return sent === received || (typeof received === "string" && normalize(sent) === normalize(received));
}

const normalize = (name: string) =>
  name
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .normalize()
    .replace(/\s+/g, " ")
    .trim();
