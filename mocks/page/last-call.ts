/** The last call of the form: joins what the caller knows with what the store did. */
import type { NewPlant, PlantStoreOutcome } from "plant-store-sdk";
import type { Entry } from "./request-history.ts";

/** What the caller knows; `"duplicate"` is a success that may have created the plant twice. */
export type Known = PlantStoreOutcome | "duplicate" | "success";

export interface LastCall {
  plant: NewPlant;
  /** Its requests have higher indexes: the highest one before it began. */
  after: number;
  /** Undefined while it runs. */
  known?: Known;
}

/** What the store did with the requests of a call. */
export interface Reality {
  /** The indexes of its requests. */
  requests: ReadonlySet<number>;
  /** How many plants they created. */
  stored: number;
  /** Whether the store has ended all of them. */
  isOver: boolean;
  /** Why the store rejected one of them. */
  reason?: string | undefined;
  /** Whether the store rejected the token of one of them. */
  isUnauthorized?: boolean;
}

export function realityOf({ plant, after }: LastCall, entries: readonly Entry[]): Reality {
  const own = entries.filter((entry) => entry.index > after && isSamePlant(entry.plant, plant));
  return {
    requests: new Set(own.map(({ index }) => index)),
    stored: own.filter(({ created }) => created).length,
    isOver: own.every(({ isPending }) => !isPending),
    reason: own.find(({ reason }) => reason !== undefined)?.reason,
    isUnauthorized: own.some(({ unauthorized }) => unauthorized),
  };
}

/** @param b can be invalid: the form contains anything */
export function isSamePlant(a: NewPlant | undefined, b: NewPlant): boolean {
  return a !== undefined && String(a.id) === String(b.id) && a.name === b.name;
}

/** One sentence for what the store did, and one for what the caller knows of it; nothing if the store received nothing. */
export function describeReality(known: Known, { requests, stored, isOver, reason }: Reality): string[] {
  if (requests.size === 0) return [];
  if (!isOver && stored === 0) return ["In reality: not stored yet."];
  const counts = ["not stored", "stored", "stored twice"];
  const why = stored === 0 && known === "unknown" && reason !== undefined ? ` (${reason})` : "";
  return [
    `In reality: ${counts[stored] ?? `stored ${stored} times`}${why}.`,
    describeKnowledge(known, stored),
  ];
}

function describeKnowledge(known: Known, stored: number): string {
  if (known === "unknown") return "Your code cannot know.";
  if (known === "duplicate") return "Your code knows only that there may be a duplicate.";
  const saysStored = known !== "not-created";
  return saysStored === stored > 0 ? "Your code knows." : "The response was wrong.";
}
