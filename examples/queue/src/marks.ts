import { redis } from "./queues.ts";

/** A hash: from a plant's id to `created`, or to the run that may have sent it. */
const MARKS = "plant-marks";

const CREATED = "created";

/**
 * Marks a plant before it is sent. Redis runs one command at a time, so only one run gets "send", even if two workers have
 * the same job.
 *
 * @returns "send" if this run may send the plant, "created" if the plant exists, "unknown" if another run may have sent it.
 */
export async function mark(id: string, run: string): Promise<"send" | "created" | "unknown"> {
  await redis.hsetnx(MARKS, id, run);
  // Not the reply of HSETNX: after a lost reply, ioredis repeats the command, which then finds its own mark.
  const value = await redis.hget(MARKS, id);
  if (value === run) return "send";
  return value === CREATED ? CREATED : "unknown";
}

export async function markCreated(id: string): Promise<void> {
  await redis.hset(MARKS, id, CREATED);
}

const REMOVE_OWN =
  "if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end";

/** Allows another run to send the plant. Keeps the mark of another run. */
export async function unmark(id: string, run: string): Promise<void> {
  await redis.eval(REMOVE_OWN, 1, MARKS, id, run);
}

/** Allows the next run to send the plant, after a person found that it was not created. */
export async function forget(id: string): Promise<void> {
  await redis.hdel(MARKS, id);
}

/** Throws if Redis can lose a mark that it confirmed. */
export async function requireDurableRedis(): Promise<void> {
  const required = { appendonly: "yes", appendfsync: "always", "maxmemory-policy": "noeviction" };
  for (const [name, value] of Object.entries(required)) {
    const [, actual] = (await redis.config("GET", name)) as string[];
    if (actual !== value)
      throw new Error(`Redis could lose marks. Set ${name} to ${value} in redis.conf. It is ${actual}.`);
  }
}
