/** A `fetch` without a network. FROZEN, together with bare.ts and plain.ts, so that figures stay comparable over the years. */
export const stub = async (input: string | URL | Request): Promise<Response> => {
  // A real fetch reads the body too.
  if (input instanceof Request) await input.text();
  return new Response('{"name":"Fern","tag":"indoor"}', { headers: { "content-type": "application/json" } });
};
