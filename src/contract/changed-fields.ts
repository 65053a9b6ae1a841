/** What a response shows otherwise than it was sent. */
import { type NewPlant, PLANT_FIELDS, type Plant } from "./schemas.ts";

/** Whether a name is the one that was sent: equal, or different only in white space, normalisation or lone surrogates. */
export function isSameName(sent: string, received: string): boolean {
  return sent === received || comparable(sent) === comparable(received);
}

const comparable = (name: string) => name.toWellFormed().normalize("NFC").replace(/\s+/g, " ").trim();

/** The fields that a response shows otherwise than they were sent. An empty tag is the same as none. */
export function changedFields(sent: NewPlant, received: Plant): ("name" | "tag")[] {
  const fields = Object.keys(PLANT_FIELDS) as (keyof typeof PLANT_FIELDS)[];
  return fields.filter((field) => (sent[field] ?? "") !== (received[field] ?? ""));
}
