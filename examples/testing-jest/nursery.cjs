/** A part of an application: it fills the store, and is handed the client by whoever calls it. */

/** Adds plants one by one. Gives the ids that somebody must look after: nobody knows whether those plants exist. */
exports.stockUp = async (client, plants) => {
  const unclear = [];
  for (const plant of plants) {
    const result = await client.safeCreatePlant(plant);
    if (!result.success && result.error.outcome === "unknown") unclear.push(plant.id);
  }
  return unclear;
};
