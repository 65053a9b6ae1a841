/** Sessions: stores by name, each created when it is first used. */
import { HttpError } from "../model/protocol.ts";
import { decodeSessionName, SESSION_NAME_RULE } from "../model/session-name.ts";
import type { MockStore } from "../service/mock-store.ts";
import { type ReferenceStore, serviceOf } from "../service/reference-store.ts";

/** Protects a server that runs for weeks from clients that never remove their sessions. */
const MAX_SESSIONS = 1_000;

export interface Session {
  readonly store: ReferenceStore;
  /** Aborts when the session is removed. */
  readonly removed?: AbortSignal;
}

export class Sessions {
  readonly #create: (name: string) => MockStore;
  readonly #sessions = new Map<string, Session & { remove: () => void }>();

  /** @param create creates the store of a session */
  constructor(create: (name: string) => MockStore) {
    this.#create = create;
  }

  get names(): string[] {
    return [...this.#sessions.keys()];
  }

  /**
   * Returns a session, and creates it if it does not exist.
   *
   * @param encoded its name, as it is in the URL
   * @throws HttpError if it is not a name, or there are too many
   */
  open(encoded: string): Session {
    const name = decode(encoded);
    return this.#sessions.get(name) ?? this.#add(name);
  }

  #add(name: string): Session {
    if (this.#sessions.size >= MAX_SESSIONS) {
      throw new HttpError(
        400,
        `there are already ${MAX_SESSIONS} sessions: remove those that are not needed with DELETE /sessions/NAME`,
      );
    }
    const store = serviceOf(this.#create(name), "listen: the result of `sessions`");
    const controller = new AbortController();
    const remove = () => {
      store.clear(); // Drops the connections that wait.
      controller.abort();
    };
    const session = { store, removed: controller.signal, remove };
    this.#sessions.set(name, session);
    return session;
  }

  /**
   * Removes a session, if it exists.
   *
   * @throws HttpError if it is not a name
   */
  remove(encoded: string): void {
    const name = decode(encoded);
    this.#sessions.get(name)?.remove();
    this.#sessions.delete(name);
  }
}

function decode(encoded: string): string {
  const name = decodeSessionName(encoded);
  if (name !== undefined) return name;
  throw new HttpError(400, `the name of a session ${SESSION_NAME_RULE}, in percent-encoded UTF-8`);
}
