/** Part of an app. Its functions take the client as an argument, so tests can pass their own. */

/** Creates plants one by one. Returns the ids whose outcome is unknown, so that a person can check them. */
exports.stockUp = async (client, plants) => {
  const unclear = [];
  for (const plant of plants) {
    const result = await client.safeCreatePlant(plant);
    const outcome = result.success ? "created" : result.error.outcome;
    if (outcome !== "created" && outcome !== "not-created") unclear.push(plant.id);
  }
  return unclear;
};
