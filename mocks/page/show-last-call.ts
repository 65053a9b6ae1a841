/** Joins what the caller of the last call knows with its requests and its plant. */
import type { CreatePlantResult, NewPlant } from "plant-store-sdk";
import { describeReality, type Known, type LastCall, realityOf } from "./last-call.ts";
import { markPlant } from "./plants.ts";
import type { RequestHistory } from "./request-history.ts";
import type { RequestList } from "./requests/request-list.ts";
import { showReality } from "./try-it/result.ts";

export class LastCallView {
  readonly #history: RequestHistory;
  readonly #requests: RequestList;
  #call: LastCall | undefined;
  /** How many requests the client sent, as far as it is known. */
  #attempts = 0;
  #isSettled = true;

  constructor(history: RequestHistory, requests: RequestList) {
    this.#history = history;
    this.#requests = requests;
  }

  begin(plant: NewPlant): void {
    this.#call = { plant, after: this.#history.last };
    this.#attempts = 1;
    this.#isSettled = false;
    showReality([]);
    this.#requests.showNew();
  }

  end(result: CreatePlantResult): void {
    if (this.#call === undefined) return; // The store was reset in the meantime.
    this.#attempts = result.success ? result.attempts : result.error.attempts;
    this.#call = { ...this.#call, known: knownFrom(result) };
    this.update();
  }

  clear(): void {
    this.#call = undefined;
    this.#isSettled = true;
    showReality([]);
    this.#requests.highlight(new Set());
    markPlant(undefined);
  }

  /** Call this when requests have changed. */
  update(): void {
    const call = this.#call;
    if (call === undefined || this.#isSettled) return;
    const reality = realityOf(call, this.#history.entries);
    if (call.known !== undefined) showReality(describeReality(call.known, reality));
    this.#requests.highlight(reality.requests);
    markPlant({ call, reality });
    this.#isSettled = call.known !== undefined && reality.isOver && reality.requests.size >= this.#attempts;
  }
}

function knownFrom(result: CreatePlantResult): Known {
  if (!result.success) return result.error.outcome;
  return result.possibleDuplicate ? "duplicate" : "success";
}
