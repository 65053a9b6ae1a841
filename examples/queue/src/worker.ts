/** Creates the plants of the queue. Run as many of these processes as you like. */
import { type Job, UnrecoverableError, Worker } from "bullmq";
import { Redis } from "ioredis";
import { PlantStoreClient } from "plant-store-sdk";
import { connection, type PlantJob, plants, unknownPlants } from "./queues.ts";

/** After this time without a sign of life, ms, another worker gets the job of a worker that has died. */
const lockDuration = Number(process.env.LOCK_DURATION ?? 30_000);

/** Longer than any worker can be suspended, s. */
const MARK_EXPIRES = 7 * 24 * 3600;

const client = new PlantStoreClient(); // Reads PLANT_STORE_BASE_URL and PLANT_STORE_TOKEN.
const redis = new Redis(connection.url);

async function createPlant(job: Job<PlantJob>): Promise<string> {
  const mark = `plants:sent:${job.id}`;
  // Only one process gets the mark, and only it sends the plant. It may die at any time afterwards.
  if ((await redis.set(mark, new Date().toISOString(), "EX", MARK_EXPIRES, "NX")) === null) {
    return reportUnknown(job, "another worker has sent it, and has died or was suspended");
  }
  const { id, ...rest } = job.data;
  const result = await client.safeCreatePlant({ id: BigInt(id), ...rest });
  if (result.success) return "created";
  const { outcome, message } = result.error;
  if (outcome === "created") return "created"; // Only the response was broken.
  if (outcome === "unknown") return reportUnknown(job, message);
  await redis.del(mark); // It does not exist, so a person may retry the job.
  throw new UnrecoverableError(message);
}

async function reportUnknown({ id, data }: Job<PlantJob>, reason: string): Promise<string> {
  // With the same job id, a second report changes nothing.
  await unknownPlants.add(
    "unknown",
    { ...data, time: new Date().toISOString(), reason },
    { jobId: `of-${id}` },
  );
  return "unknown";
}

const worker = new Worker<PlantJob, string>("plants", createPlant, {
  connection,
  concurrency: 4,
  limiter: { max: Number(process.env.MAX_RATE ?? 50), duration: 1_000 }, // Over all workers.
  lockDuration,
  stalledInterval: lockDuration,
});
worker.on("completed", ({ data }, outcome) => console.log(`plant ${data.id}: ${outcome}`));
worker.on("failed", (job, { message }) => console.log(`plant ${job?.data.id}: not created. ${message}`));
worker.on("error", ({ message }) => console.error(message));

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await worker.close(); // Waits for the requests in flight.
    await Promise.all([plants.close(), unknownPlants.close(), redis.quit()]);
  });
}
