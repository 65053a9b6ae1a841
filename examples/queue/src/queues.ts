import { Queue } from "bullmq";
import { Redis } from "ioredis";

/** A plant as JSON. The id is a string, because JSON numbers lose the digits of a large id. */
export interface PlantJob {
  id: string;
  name: string;
  tag?: string;
}

/** A plant that may exist. A person decides what to do with it. */
export interface UnknownPlant extends PlantJob {
  time: string;
  reason: string;
}

/** `null`: commands wait until Redis is reachable again. BullMQ requires it for workers. */
export const redis = new Redis(process.env.REDIS_URL ?? "redis://127.0.0.1:6379", {
  maxRetriesPerRequest: null,
});

export const plants = new Queue<PlantJob>("plants", {
  connection: redis,
  defaultJobOptions: {
    // Only a plant that was certainly not created is sent again: see create-plant.ts.
    attempts: 10,
    backoff: { type: "exponential", delay: 1_000, jitter: 0.5 },
    removeOnComplete: { count: 1_000 },
  },
});

export const unknownPlants = new Queue<UnknownPlant>("plants-unknown", { connection: redis });

/** BullMQ ignores a job whose id exists, so a plant is never in the queue twice. It does not allow ids of digits only. */
export const jobIdOf = (plant: { id: string }) => `plant-${plant.id}`;

/** Adds a job, unless the plant has one that has not failed. */
export async function addPlant(plant: PlantJob): Promise<void> {
  const jobId = jobIdOf(plant);
  const existing = await plants.getJob(jobId);
  if (await existing?.isFailed()) await existing?.remove();
  await plants.add("create", plant, { jobId });
}

export async function closeQueues(): Promise<void> {
  await Promise.all([plants.close(), unknownPlants.close()]);
  await redis.quit();
}
