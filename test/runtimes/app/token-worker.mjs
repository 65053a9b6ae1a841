/** A Worker whose requests share a client and its token, as in an isolate of Cloudflare. */
import { cachedToken, PlantStoreClient } from "plant-store-sdk";

let client;

export default {
  /** Responds with the result of a call. `/early` does so before the call has its token: it never gets one. */
  async fetch(request, { baseUrl, tokenUrl }) {
    const token = cachedToken(async ({ signal }) => (await fetch(tokenUrl, { signal })).json(), {
      timeout: 1_000,
    });
    client ??= new PlantStoreClient({ baseUrl, token });
    const call = client.safeCreatePlant({ id: 1, name: "Fern" });
    if (!request.url.endsWith("/early")) {
      const result = await call;
      return Response.json(result.error ?? result);
    }
    await new Promise((resolve) => setTimeout(resolve, 100)); // Let it send its token request.
    return new Response("early");
  },
};
