/** Sessions: stores by name, each created when it is first used. */
import { ErrorResponse } from "../service/protocol.ts";
import { asService, type PlantStore, type ReferenceStore } from "../service/reference-store.ts";
import { decodeSessionName, SESSION_NAME_RULE } from "../service/session-name.ts";

/** Protects a server that runs for weeks from clients that never remove their sessions. */
const MAX_SESSIONS = 1_000;

export interface Session {
  readonly store: ReferenceStore;
  /** Aborts when the session is removed. */
  readonly removed?: AbortSignal;
}

export class Sessions {
  readonly #create: (name: string) => PlantStore;
  readonly #sessions = new Map<string, Session & { remove: () => void }>();

  /** @param create creates the store of a session */
  constructor(create: (name: string) => PlantStore) {
    this.#create = create;
  }

  get names(): string[] {
    return [...this.#sessions.keys()];
  }

  /**
   * Returns a session, and creates it if it does not exist.
   *
   * @param encoded its name, as it is in the URL
   */
  open(encoded: string): Session | ErrorResponse {
    const name = decodeSessionName(encoded);
    return name === undefined ? invalidName() : (this.#sessions.get(name) ?? this.#add(name));
  }

  #add(name: string): Session | ErrorResponse {
    if (this.#sessions.size >= MAX_SESSIONS) {
      return new ErrorResponse(
        400,
        `there are already ${MAX_SESSIONS} sessions: remove those that are not needed with DELETE /sessions/NAME`,
      );
    }
    const store = asService(this.#create(name), "listen: the result of `sessions`");
    const controller = new AbortController();
    const remove = () => {
      store.reset(); // Drops the connections that wait.
      controller.abort();
    };
    const session = { store, removed: controller.signal, remove };
    this.#sessions.set(name, session);
    return session;
  }

  /** Removes a session, if it exists. */
  remove(encoded: string): ErrorResponse | undefined {
    const name = decodeSessionName(encoded);
    if (name === undefined) return invalidName();
    this.#sessions.get(name)?.remove();
    this.#sessions.delete(name);
    return undefined;
  }
}

function invalidName(): ErrorResponse {
  return new ErrorResponse(400, `the name of a session ${SESSION_NAME_RULE}, in percent-encoded UTF-8`);
}
