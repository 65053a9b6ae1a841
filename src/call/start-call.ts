/** What belongs to one call: its options, its attempts, and the events that it emits. */
import { TokenRedactor } from "../common/redact-tokens.ts";
import type { PlantStoreOutcome } from "../contract/decide-outcome.ts";
import type { EventOfCall, PlantStoreEvent } from "../events.ts";
import type { CreatePlantOptions } from "../options.ts";
import { Deadline } from "./deadline.ts";
import type { NetworkFailure } from "./describe-network-error.ts";
import { mergeHeaders } from "./merge-headers.ts";
import type { Defect, ReceivedResponse } from "./read-head.ts";
import { rejectPath } from "./resolve-base-url.ts";
import { mergeCallOptions, type ResolvedOptions, resolveOptions } from "./resolve-options.ts";
import { report } from "./runtime.ts";

export interface Call {
  readonly options: ResolvedOptions;
  readonly url: string;
  /** By lower-case name, without `authorization` and `content-type`. */
  readonly headers: Record<string, string>;
  readonly deadline: Deadline;
  /** Knows every token that this call sends. */
  readonly redactor: TokenRedactor;
  /** Those that were sent. */
  readonly attempts: Attempt[];
  /** Passes an event to the listeners. Undefined without any. */
  readonly emit: ((event: EventOfCall) => void) | undefined;
}

/** One request, and how it ended. The deadline ended it if it has neither a response nor a reason why not. */
export interface Attempt {
  /** Whether this attempt alone created something. */
  outcome: PlantStoreOutcome;
  response?: ReceivedResponse | undefined;
  /** Why no response arrived. */
  failure?: NetworkFailure;
  /** Why the result of `fetch` is not a usable response. */
  defect?: Defect | undefined;
}

/** Makes the ids of calls unique, although several copies of this package can run in a process. Made at the first call. */
let idPrefix: string | undefined;
let calls = 0;

/**
 * @param client the options of the client, if it is one's call
 * @throws PlantStoreConfigurationError
 */
export function startCall(given: CreatePlantOptions | undefined, client: ResolvedOptions | undefined): Call {
  const options = client ? mergeCallOptions(client, given) : resolveOptions(given);
  rejectPath(options.baseUrl);
  const url = `${options.baseUrl}/plants`;
  const headers = mergeHeaders(options.headers);
  idPrefix ??= Math.random().toString(36).slice(2);
  const redactor = new TokenRedactor();
  if (typeof options.token === "string") redactor.add(options.token);
  const callId = `${idPrefix}-${++calls}`;
  return {
    options,
    url,
    headers,
    deadline: new Deadline(options),
    redactor,
    attempts: [],
    emit:
      options.listeners.length === 0
        ? undefined
        : (event) => {
            // Each listener gets an object of its own, which it may change.
            for (const listener of options.listeners) notify(listener, { callId, url, ...event });
          },
  };
}

/** An error of the listener is reported and does not affect the call. */
async function notify(listener: (event: PlantStoreEvent) => void, event: PlantStoreEvent): Promise<void> {
  try {
    // TypeScript accepts an async function as a listener too.
    await listener(event);
  } catch (error) {
    report(error);
  }
}
