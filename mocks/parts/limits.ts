/** Limits of what clients can make a mock keep. The specification gives none, but without them a mock can run out of memory. */

/** Larger request bodies are rejected, bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/** Longer bearer tokens are rejected, characters. */
export const MAX_TOKEN_LENGTH = 1_024;

/** The admin API adds at most this many plants or faults at once: they are arguments of one function call. */
export const MAX_ITEMS = 1_000;

/** More faults than any test needs, in the queue of a store. */
export const MAX_FAULTS = 10_000;

/** How much the command keeps in each store: it may run for weeks, and anybody who can connect can fill it. */
export const COMMAND_LIMITS = { maxPlants: 10_000, maxRequests: 1_000 };

/** A server can run for weeks, with clients that never remove their sessions. */
export const MAX_SESSIONS = 1_000;
