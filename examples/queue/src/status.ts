/** Prints what is left to do, and the plants that need a person, as JSON. */
import { plants, unknownPlants } from "./queues.ts";

const { completed, failed, ...left } = await plants.getJobCounts();
const jobs = await plants.getJobs("failed");
const unknown = await unknownPlants.getJobs();
console.log(
  JSON.stringify({
    left: Object.values(left).reduce((sum, count) => sum + count, 0),
    completed,
    failed: jobs.map(({ data, failedReason }) => ({ id: data.id, reason: failedReason })),
    unknown: unknown.map(({ data }) => data),
  }),
);
await Promise.all([plants.close(), unknownPlants.close()]);
