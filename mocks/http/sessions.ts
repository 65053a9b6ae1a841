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

export class Sessions {
  readonly #create: ((name: string) => MockStore) | undefined;
  /** Also those that were only read: `create` is called once for each. */
  readonly #sessions = new Map<
    string,
    { store: ReferenceStore; exists: boolean; remover: AbortController }
  >();

  /** @param create creates the store of a session. Without it, none can be opened */
  constructor(create: ((name: string) => MockStore) | undefined) {
    this.#create = create;
  }

  /** Of those that exist. */
  get names(): string[] {
    return [...this.#sessions].filter(([, { exists }]) => exists).map(([name]) => name);
  }

  /**
   * @param encoded its name, as it is in the URL
   * @param mayCreate whether the session exists from now on. Not for a request that only reads: any page can send one with an
   * <img>
   * @throws HttpError if it is not a name, or there are too many
   */
  open(encoded: string, mayCreate: boolean): Session {
    const name = decode(encoded);
    const session = this.#sessions.get(name) ?? this.#start(name);
    if (mayCreate && !session.exists) {
      if (this.names.length >= MAX_SESSIONS) {
        throw new HttpError(
          400,
          `there are already ${MAX_SESSIONS} sessions: remove those that are not needed with DELETE /sessions/NAME`,
        );
      }
      session.exists = true;
    }
    return { ...session, removed: session.remover.signal };
  }

  #start(name: string) {
    const store = serviceOf(this.#create?.(name) as MockStore, "listen: the result of `sessions`");
    const session = { store, exists: false, remover: new AbortController() };
    this.#sessions.set(name, session);
    const onlyRead = [...this.#sessions].filter(([, { exists }]) => !exists);
    if (onlyRead.length > MAX_SESSIONS) this.#drop(onlyRead[0]?.[0]);
    return session;
  }

  /** @throws HttpError if it is not a name */
  remove(encoded: string): void {
    this.#drop(decode(encoded));
  }

  #drop(name = ""): void {
    const { store, remover } = this.#sessions.get(name) ?? {};
    store?.clear(); // Drops the connections that wait.
    remover?.abort();
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
