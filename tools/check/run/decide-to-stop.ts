/** Decides whether a run stops before its last check, because no further check could find anything out. */
import { Inconclusive } from "./early-finding.ts";
import type { PlantStoreCheckName } from "./report.ts";

/** Stops the run. */
export class Stop extends Inconclusive {
  /** What may help. It is only in the conclusion. */
  readonly advice: string;

  constructor(message: string, advice = "") {
    super(message);
    this.advice = advice;
  }
}

/** After these checks, a service that responds with a 5xx to everything is not asked any more. */
const LAST_FOR_UNHEALTHY: PlantStoreCheckName[] = ["create", "malformed-json"];

/** Statuses that a service may send whatever the body is: for a wrong token, or by a firewall in front of it. */
const REFUSALS = [401, 403, 406];

/** A longer wait after a 429 stops the run, ms. */
export const MAX_WAIT_MS = 60_000;

/** What the responses to POST so far say about the service as a whole. */
export class ServiceHealth {
  /** Whether a response was not a 5xx. */
  isHealthy = false;
  /** Whether the right token was ever accepted. */
  #wasAuthorized = false;
  #illness: string | undefined;
  readonly #hint: string;

  /** @param consent to create plants */
  constructor(consent: boolean) {
    this.#hint = consent ? "" : " (no plant was sent: that needs consent)";
  }

  note(status: number, received: string): void {
    this.isHealthy ||= status < 500;
    this.#illness = `the service seems unhealthy: every POST got a 5xx${this.#hint}, such as ${received}`;
  }

  /** Why the run stops after a check, if it does. */
  stopAfter(check: PlantStoreCheckName): string | undefined {
    return !this.isHealthy && LAST_FOR_UNHEALTHY.includes(check) ? this.#illness : undefined;
  }

  /** Notes a response to the right token. Returns whether it was accepted before, and may no longer be. */
  noteRightToken(status: number | undefined): boolean {
    const isRefused = REFUSALS.includes(status ?? 0);
    this.#wasAuthorized ||= status !== undefined && !isRefused;
    return isRefused && this.#wasAuthorized;
  }
}
