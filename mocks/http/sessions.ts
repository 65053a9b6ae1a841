/** Sessions: stores by name, each created when it is first used. */
import type { MockStore } from "../adapters/mock-store.ts";
import { HttpError } from "../parts/http-error.ts";
import { MAX_SESSIONS } from "../parts/limits.ts";
import { isSessionName, SESSION_NAME } from "../parts/session-name.ts";
import { type ReferenceStore, serviceOf } from "../service/reference-store.ts";

export interface Session {
  readonly store: ReferenceStore;
  /** Whether a request has created it. Before, requests that only read see its initial state. */
  readonly exists: boolean;
  /** Aborts when the session is removed. */
  readonly removed?: AbortSignal;
}

type OpenSession = Session & { remove: () => void };

export class Sessions {
  readonly #create: ((name: string) => MockStore) | undefined;
  readonly #existing = new Map<string, OpenSession>();
  /** Those that were only read, oldest first: `create` is called once for each. */
  readonly #onlyRead = new Map<string, OpenSession>();

  /** @param create creates the store of a session. Without it, none can be opened */
  constructor(create: ((name: string) => MockStore) | undefined) {
    this.#create = create;
  }

  get names(): string[] {
    return [...this.#existing.keys()];
  }

  /**
   * @param encoded its name, as it is in the URL
   * @param mayCreate whether the session exists from now on. Not for a request that only reads: any page can send one with an
   * <img>
   * @throws HttpError if it is not a name, or there are too many
   */
  open(encoded: string, mayCreate: boolean): Session {
    const name = decode(encoded);
    const existing = this.#existing.get(name);
    if (existing !== undefined) return existing;
    if (mayCreate && this.#existing.size >= MAX_SESSIONS) {
      throw new HttpError(
        400,
        `there are already ${MAX_SESSIONS} sessions: remove those that are not needed with DELETE /sessions/NAME`,
      );
    }
    const session = this.#onlyRead.get(name) ?? this.#start(name);
    if (mayCreate) {
      this.#onlyRead.delete(name);
      this.#existing.set(name, Object.assign(session, { exists: true }));
    } else {
      this.#onlyRead.set(name, session);
      const [oldest = ""] = this.#onlyRead.keys();
      if (this.#onlyRead.size > MAX_SESSIONS) this.#drop(oldest);
    }
    return session;
  }

  #start(name: string): OpenSession {
    const store = serviceOf(this.#create?.(name) as MockStore, "listen: the result of `sessions`");
    const controller = new AbortController();
    const remove = () => {
      store.clear(); // Drops the connections that wait.
      controller.abort();
    };
    return { store, exists: false, removed: controller.signal, remove };
  }

  /** @throws HttpError if it is not a name */
  remove(encoded: string): void {
    this.#drop(decode(encoded));
  }

  #drop(name: string): void {
    for (const sessions of [this.#existing, this.#onlyRead]) {
      sessions.get(name)?.remove();
      sessions.delete(name);
    }
  }
}

function decode(encoded: string): string {
  try {
    const name = decodeURIComponent(encoded);
    if (isSessionName(name)) return name;
  } catch {} // Not percent-encoded UTF-8.
  throw new HttpError(400, `a session must have ${SESSION_NAME}, in percent-encoded UTF-8`);
}
