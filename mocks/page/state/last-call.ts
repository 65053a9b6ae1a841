/** The last call of the form: joins what the caller knows with what the store did. */
import type { CreatePlantResult, NewPlant, PlantStoreEvent, PlantStoreOutcome } from "plant-store-sdk";
import { formatDuration } from "../format.ts";
import type { Entry } from "./request-history.ts";

export interface LastCall {
  readonly plant: NewPlant;
  /** Its requests have higher indexes: the highest one before it began. */
  readonly after: number;
  /** What the client has reported. */
  readonly events: readonly PlantStoreEvent[];
  /** Undefined while it runs. */
  readonly result?: CreatePlantResult;
  readonly reality: Reality;
  /** Whether the reality is known completely. */
  readonly isSettled: boolean;
}

/** What the store did with the requests of a call. */
interface Reality {
  /** The indexes of its requests. */
  readonly requests: ReadonlySet<number>;
  /** How many plants they created. */
  readonly stored: number;
  /** Whether the store has ended all of them. */
  readonly isOver: boolean;
  /** Why the store rejected one of them. */
  readonly reason?: string | undefined;
}

export function realityOf({ plant, after }: Pick<LastCall, "plant" | "after">, entries: readonly Entry[]) {
  const own = entries.filter((entry) => entry.index > after && isSamePlant(entry.plant, plant));
  return {
    requests: new Set(own.map(({ index }) => index)),
    stored: own.filter(({ created }) => created).length,
    isOver: own.every(({ isPending }) => !isPending),
    reason: own.find(({ reason }) => reason !== undefined)?.reason,
  } satisfies Reality;
}

/** @param b can be invalid: the form contains anything */
export function isSamePlant(a: NewPlant | undefined, b: NewPlant): boolean {
  return a !== undefined && String(a.id) === String(b.id) && a.name === b.name;
}

/** What the caller knows; `"duplicate"` is a success that may have created the plant twice. */
export type Known = PlantStoreOutcome | "duplicate" | "pending";

export function knownOf(result: CreatePlantResult | undefined): Known {
  if (result === undefined) return "pending";
  if (!result.success) return result.error.outcome;
  return result.possibleDuplicate ? "duplicate" : "created";
}

/** One sentence for what the store did, and one for what the caller knows of it; nothing if the store received nothing. */
export function describeReality(known: Known, { requests, stored, isOver, reason }: Reality): string[] {
  if (requests.size === 0 || known === "pending") return [];
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
  return (known === "created") === stored > 0 ? "Your code knows." : "The response was wrong.";
}

/** What the client reports of each attempt. */
export function describeAttempts(events: readonly PlantStoreEvent[]): string[] {
  const texts: string[] = [];
  for (const event of events) {
    const at = event.attempt - 1;
    if (event.type === "request") texts[at] = "waiting for the response";
    // A browser hides the status of a redirect that it does not follow.
    else if (event.type === "response")
      texts[at] = `${event.status || "redirect"} after ${formatDuration(event.duration)}`;
    else if (event.status === undefined && at >= 0) texts[at] = "no response";
    if (event.type === "retry") texts[at] += `, next in ${formatDuration(event.wait)}`;
  }
  return texts;
}
