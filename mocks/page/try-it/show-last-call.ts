/** Joins what the caller of the last call knows with its requests and its plant. */
import type { CreatePlantResult, NewPlant } from "plant-store-sdk";
import { describeReality, type LastCall, realityOf } from "../last-call.ts";
import { markPlant } from "../plants.ts";
import type { RequestHistory } from "../request-history.ts";
import type { RequestList } from "../requests/request-list.ts";
import { showTokenIssue } from "./call-form.ts";
import { showReality } from "./call-result.ts";

export type LastCallView = ReturnType<typeof followLastCall>;

export function followLastCall(history: RequestHistory, requests: RequestList) {
  /** Undefined if everything about it is shown. */
  let call: LastCall | undefined;
  /** How many requests the client sent, as far as it is known. */
  let attempts = 0;

  /** Call this when requests have changed. */
  const update = () => {
    if (call === undefined) return;
    const reality = realityOf(call, history.entries);
    requests.highlight(reality.requests);
    markPlant({ call, reality });
    if (call.known === undefined) return;
    showReality(describeReality(call.known, reality));
    if (!reality.isOver || reality.requests.size < attempts) return;
    if (reality.isUnauthorized) showTokenIssue();
    call = undefined;
  };
  return {
    update,
    begin(plant: NewPlant): void {
      call = { plant, after: history.last };
      attempts = 1;
      showReality([]);
      requests.showNew();
    },
    end(result: CreatePlantResult): void {
      if (call === undefined) return; // The store was cleared in the meantime.
      attempts = result.success ? result.attempts : result.error.attempts;
      const success = result.success && result.possibleDuplicate ? "duplicate" : "success";
      call = { ...call, known: result.success ? success : result.error.outcome };
      update();
    },
    clear(): void {
      call = undefined;
      showReality([]);
      requests.highlight(new Set());
      markPlant(undefined);
    },
  };
}
