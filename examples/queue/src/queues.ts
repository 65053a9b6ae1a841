/** The two queues. */
import { type JobsOptions, Queue } from "bullmq";

export const connection = { url: process.env.REDIS_URL ?? "redis://127.0.0.1:6379" };

/** A plant to create. The id is text, because JSON in JavaScript does not keep every int64. */
export interface PlantJob {
  id: string;
  name: string;
  tag?: string;
}

/** A plant that may exist: somebody has to look. */
export interface UnknownPlant extends PlantJob {
  /** ISO 8601. */
  time: string;
  reason: string;
}

// BullMQ never repeats a job that failed. The client has repeated what is safe.
const defaultJobOptions: JobsOptions = { attempts: 1 };

export const plants = new Queue<PlantJob>("plants", { connection, defaultJobOptions });

export const unknownPlants = new Queue<UnknownPlant>("plants-unknown", { connection, defaultJobOptions });
