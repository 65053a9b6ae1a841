/** The floor: `fetch` alone. FROZEN, together with plain.ts and stub.ts, so that figures stay comparable over the years. */
import type { Connect } from "./contestants.ts";

export const bare: Connect = (baseUrl, token, fetch) => async (plant) => {
  const response = await fetch(`${baseUrl}/plants`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(plant),
  });
  return response.json();
};
