/** The list that shows and sets the latency of the store. */
import type { Latency } from "plant-store-sdk/mocks/remote";
import { reportFailure } from "./alert.ts";
import { find } from "./dom.ts";
import { formatDuration } from "./format.ts";
import { store } from "./store.ts";

const select = find("#latency", HTMLSelectElement);

const CHOICES: readonly Latency[] = [0, 200, 1_000, 3_000];

/** The latency of the store, as far as the page knows. */
let current: Latency = 0;

export function setUpLatency(): void {
  showLatency(current);
  select.addEventListener("change", () => reportFailure(setLatency(JSON.parse(select.value))));
}

async function setLatency(latency: Latency): Promise<void> {
  try {
    await store.configure({ latency });
  } catch (error) {
    showLatency(current);
    throw error;
  }
}

/** Offers the current latency too if it is not one of the choices. */
export function showLatency(latency: Latency): void {
  current = latency;
  const value = JSON.stringify(latency);
  const isChoice = CHOICES.some((choice) => JSON.stringify(choice) === value);
  const offered = isChoice ? CHOICES : [...CHOICES, latency];
  select.replaceChildren(...offered.map((choice) => new Option(nameLatency(choice), JSON.stringify(choice))));
  select.value = value;
}

/** "none", "200 ms", "100 ms to 1 s" */
function nameLatency(latency: Latency): string {
  if (typeof latency !== "number") return latency.map(formatDuration).join(" to ");
  return latency === 0 ? "none" : formatDuration(latency);
}
