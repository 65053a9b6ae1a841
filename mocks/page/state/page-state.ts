/** The state of the page, and what follows from its changes. */

import type { NewPlant } from "plant-store-sdk";
import type { Fault, MockStoreSettings, RemoteRequest } from "plant-store-sdk/mocks/remote";
import { MAX_INT64 } from "../../../src/contract/validate-field.ts";
import type { FieldName } from "./call-arguments.ts";
import { type LastCall, realityOf } from "./last-call.ts";
import { historyOf, isForgotten, NO_REQUESTS, type RequestHistory } from "./request-history.ts";

export interface PageState {
  readonly connection: "Connecting" | "Live" | "Disconnected";
  /** Why the store cannot be followed, or why an action of the user failed. */
  readonly message: string;
  readonly history: RequestHistory;
  /** Oldest first. */
  readonly plants: readonly NewPlant[];
  readonly faults: readonly Fault[];
  readonly settings: MockStoreSettings;

  /** Words that all shown requests contain. */
  readonly search: string;
  /** How many requests are in the document at most. */
  readonly limit: number;
  /** The indexes of the requests whose details are open. */
  readonly open: ReadonlySet<number>;
  /** Later requests are not shown while a request is open: it would move. */
  readonly heldAt: number | undefined;

  /** What the user has typed into the form. */
  readonly typed: Readonly<Partial<Record<FieldName, string>>>;
  readonly retryUnknown: boolean;
  /** What is wrong with a field or an option. */
  readonly issues: Readonly<Partial<Record<PropertyKey, string>>>;
  /** Ids that were sent from here. Their plants may still be created, even if the outcome is unknown. */
  readonly sentIds: readonly NewPlant["id"][];
  /** An id that is neither in the store nor sent. */
  readonly suggestedId: string;
  /** The last call of the form. */
  readonly call: LastCall | undefined;
}

export const PAGE_SIZE = 50;

export const INITIAL_STATE: PageState = {
  connection: "Connecting",
  message: "",
  history: NO_REQUESTS,
  plants: [],
  faults: [],
  settings: { rules: {}, latency: 0, chaos: null },
  search: "",
  limit: PAGE_SIZE,
  open: new Set(),
  heldAt: undefined,
  typed: {},
  retryUnknown: false,
  issues: {},
  sentIds: [],
  suggestedId: "1",
  call: undefined,
};

/** The parts of the state that change, or a function that returns them. */
export type Change = Partial<PageState> | ((state: PageState) => Partial<PageState>);

/** Makes a change, and what follows from it. */
export function reduce(before: PageState, change: Change): PageState {
  const state = { ...before, ...(typeof change === "function" ? change(before) : change) };
  const { plants, sentIds, open, heldAt, history, call } = state;
  // After a restart, the store counts from 1 again.
  state.heldAt = open.size > 0 ? Math.min(heldAt ?? history.last, history.last) : undefined;
  if (plants !== before.plants || sentIds !== before.sentIds)
    state.suggestedId = freeId([...plants.map(({ id }) => id), ...sentIds]);
  if (call !== undefined) state.call = settle(call, history);
  return state;
}

/** Looks at what the store did with the call, until all of it is known: later requests can have the same plant. */
function settle(call: LastCall, { entries }: RequestHistory): LastCall {
  if (call.isSettled) return call;
  const reality = realityOf(call, entries);
  const { attempts = Number.POSITIVE_INFINITY } = call.result?.error ?? call.result ?? {};
  return { ...call, reality, isSettled: reality.isOver && reality.requests.size >= attempts };
}

/** An id that is none of these: the one after the largest, or the first that is free if that is the end of int64. */
export function freeId(used: readonly NewPlant["id"][]): string {
  const ids = new Set(used.map(BigInt));
  let id = 1n;
  for (const other of ids) if (other >= id) id = other + 1n;
  if (id > MAX_INT64) for (id = 1n; ids.has(id); ) id += 1n;
  return String(id);
}

/** Replaces all requests. */
export const showRequests = (recorded: readonly RemoteRequest[]) => (state: PageState) => ({
  ...(state.history.entries[0] && isForgotten(state.history.entries[0], recorded) && forgetAll(state)),
  history: historyOf(recorded),
});

/** The store was cleared, or is another one. */
export const forgetAll = (state: PageState) => ({ ...forgetRequests(state), sentIds: [], call: undefined });

export const forgetRequests = ({ history }: PageState) => ({
  history: { entries: [], first: Number.POSITIVE_INFINITY, last: history.last },
  open: new Set<number>(),
});
