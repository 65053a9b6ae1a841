import { randomUUID } from "node:crypto";
import { type Job, UnrecoverableError, Worker } from "bullmq";
import { PlantStoreClient } from "plant-store-sdk";
import { mark, markCreated, unmark } from "./marks.ts";
import { jobIdOf, type PlantJob, plants, unknownPlants } from "./queues.ts";

/** Without retries, every run is one request, so the limit of the queue counts requests. */
const client = new PlantStoreClient({ maxRetries: 0, timeout: 10_000 });

/** Runs a job. BullMQ may run it again at any time, also while another worker still runs it. */
export async function createPlant({ data }: Job<PlantJob>): Promise<string> {
  const run = randomUUID();
  const permission = await mark(data.id, run);
  if (permission === "created") return "was created before";
  if (permission === "unknown")
    return giveToPeople(data, "A worker ended or froze while it created the plant.");

  const result = await client.safeCreatePlant({ ...data, id: BigInt(data.id) });
  if (result.success || result.error.outcome === "created") {
    await markCreated(data.id);
    return "created";
  }
  const { error } = result;
  if (error.outcome !== "not-created") return giveToPeople(data, error.message);

  // Certainly not created, so any later run may send it.
  await unmark(data.id, run);
  if (error.kind === "unexpected-response" && error.response.status === 429) {
    // For all workers, and without using up an attempt.
    await plants.rateLimit((error.retryAfter ?? 0) + 1_000);
    throw Worker.RateLimitError();
  }
  if (error.retryable) throw error;
  throw new UnrecoverableError(`Not created: ${error.message}`);
}

/** First adds the plant for people, then fails the job: a crash in between repeats both. */
async function giveToPeople(plant: PlantJob, reason: string): Promise<never> {
  const entry = { ...plant, time: new Date().toISOString(), reason };
  await unknownPlants.add("check", entry, { jobId: jobIdOf(plant) });
  throw new UnrecoverableError(`Unknown: ${reason}`);
}
