/** Sessions: stores by name, each created when it is first used. */
import type { MockStore } from "../adapters/mock-store.ts";
import { HttpError } from "../parts/http-error.ts";
import { MAX_SESSIONS } from "../parts/limits.ts";
import { isSessionName, SESSION_NAME } from "../parts/session-name.ts";
import { type ReferenceStore, serviceOf } from "../service/reference-store.ts";

export interface Session {
  readonly store: ReferenceStore;
  /** Whether the store outlives this request. */
  readonly exists: boolean;
  /** Aborts when the session is removed. */
  readonly removed?: AbortSignal;
}

export class Sessions {
  readonly #create: ((name: string) => MockStore) | undefined;
  readonly #sessions = new Map<string, Session & { remove: () => void }>();

  /** @param create creates the store of a session. Without it, none can be opened */
  constructor(create: ((name: string) => MockStore) | undefined) {
    this.#create = create;
  }

  get names(): string[] {
    return [...this.#sessions.keys()];
  }

  /**
   * @param encoded its name, as it is in the URL
   * @param mayCreate whether a new session is kept. Not for a request that only reads: any page can send one with an <img>
   * @throws HttpError if it is not a name, or there are too many
   */
  open(encoded: string, mayCreate: boolean): Session {
    const name = decode(encoded);
    const existing = this.#sessions.get(name);
    if (existing !== undefined) return existing;
    if (mayCreate && this.#sessions.size >= MAX_SESSIONS) {
      throw new HttpError(
        400,
        `there are already ${MAX_SESSIONS} sessions: remove those that are not needed with DELETE /sessions/NAME`,
      );
    }
    const store = serviceOf(this.#create?.(name) as MockStore, "listen: the result of `sessions`");
    const controller = new AbortController();
    const remove = () => {
      store.clear(); // Drops the connections that wait.
      controller.abort();
    };
    const session = { store, exists: mayCreate, removed: controller.signal, remove };
    if (mayCreate) this.#sessions.set(name, session);
    return session;
  }

  /** @throws HttpError if it is not a name */
  remove(encoded: string): void {
    const name = decode(encoded);
    this.#sessions.get(name)?.remove();
    this.#sessions.delete(name);
  }
}

function decode(encoded: string): string {
  try {
    const name = decodeURIComponent(encoded);
    if (isSessionName(name)) return name;
  } catch {} // Not percent-encoded UTF-8.
  throw new HttpError(400, `a session must have ${SESSION_NAME}, in percent-encoded UTF-8`);
}
