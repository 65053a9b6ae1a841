/**
 * Lists the plants that may exist: `npm run unknown`. After you asked the service's operator about one, tell the queue:
 * `npm run unknown -- created 42` or `npm run unknown -- not-created 42`, which sends it again.
 */
import { forget, markCreated } from "./marks.ts";
import { addPlant, closeQueues, jobIdOf, unknownPlants } from "./queues.ts";

const [decision, id = ""] = process.argv.slice(2);

if (decision === undefined) {
  for (const { data } of await unknownPlants.getJobs()) console.log(JSON.stringify(data));
} else {
  const entry = await unknownPlants.getJob(jobIdOf({ id }));
  if (entry === undefined) throw new Error(`Plant ${id} is not in the list.`);
  const { time, reason, ...plant } = entry.data;
  if (decision === "created") {
    await markCreated(id);
    await entry.remove();
  } else if (decision === "not-created") {
    // In this order, a crash loses nothing: the plant is listed again, or can be added again.
    await entry.remove();
    await forget(id);
    await addPlant(plant);
  } else throw new Error('Say "created" or "not-created".');
}
await closeQueues();
