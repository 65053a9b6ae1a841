/** The lower bound: `fetch` alone. Do not change this file, so that figures stay comparable. */
import type { Connect } from "./connect.ts";

export const bare: Connect = (baseUrl, token, fetch) => async (plant) => {
  const response = await fetch(`${baseUrl}/plants`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(plant),
  });
  return response.json();
};
