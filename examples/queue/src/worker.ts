/** Creates the plants of the queue: `npm run worker`. Start as many as you like. */
import { Worker } from "bullmq";
import { createPlant } from "./create-plant.ts";
import { requireDurableRedis } from "./marks.ts";
import { closeQueues, type PlantJob, plants, redis } from "./queues.ts";

const { REQUESTS_PER_SECOND = 10, LOCK_MS = 30_000 } = process.env;

await requireDurableRedis();

const worker = new Worker<PlantJob, string>(plants.name, createPlant, {
  connection: redis,
  concurrency: 5,
  // Redis counts the jobs of all workers.
  limiter: { max: Number(REQUESTS_PER_SECOND), duration: 1_000 },
  // How long the job of a dead worker waits until another worker gets it.
  lockDuration: Number(LOCK_MS),
  stalledInterval: Number(LOCK_MS),
  // A run that finds a mark must come to its end: it gives the plant to people.
  maxStalledCount: Number.MAX_SAFE_INTEGER,
});

worker.on("completed", ({ data }, result) => console.log(`${data.id}: ${result}`));
worker.on("failed", (job, error) => console.error(`${job?.data.id}: ${error.message}`));
worker.on("error", (error) => console.error(error.message));
await worker.waitUntilReady();
console.log("The worker is ready.");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await worker.close(); // Waits for the requests in flight.
    await closeQueues();
  });
}
