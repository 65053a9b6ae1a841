/** What does not change during a call, and the events that it emits. */
import type { PlantStoreEvent } from "../events.ts";
import { Deadline } from "./deadline.ts";
import type { Operation } from "./operation.ts";
import { TokenRedactor } from "./redact-tokens.ts";
import { rejectPathOutsidePage } from "./resolve-base-url.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import { report } from "./runtime.ts";

export interface Call {
  readonly operation: Pick<Operation<never, unknown>, "method" | "path" | "idempotent" | "phrases">;
  readonly options: ResolvedOptions;
  readonly url: string;
  readonly deadline: Deadline;
  /** Knows every token that this call sends. */
  readonly redactor: TokenRedactor;
  /** Passes an event to the listeners. */
  readonly emit: (event: EventOfCall) => void;
}

/** An event without the fields that all events of a call have. */
type EventOfCall = DistributiveOmit<PlantStoreEvent, "callId" | "url">;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Makes the ids of calls unique, although several copies of this package can run in a process. Made at the first call. */
let idPrefix: string | undefined;
let calls = 0;

export function startCall(operation: Call["operation"], options: ResolvedOptions): Call {
  rejectPathOutsidePage(options.baseUrl);
  const url = options.baseUrl + operation.path;
  idPrefix ??= Math.random().toString(36).slice(2);
  const callId = `${idPrefix}-${++calls}`;
  return {
    operation,
    options,
    url,
    deadline: new Deadline(options),
    redactor: options.redactor ?? new TokenRedactor(),
    emit: (event) => {
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
