/** Gateways that replace a response of the store, or respond in its place. */
import { expect, test } from "vitest";
import { type Fault, faults, listen, MockStore } from "../../../mocks/server.ts";
import { PlantStoreClient } from "../../../src/index.ts";
import { modSecurity, nginx, squid } from "./gateway-configurations.ts";
import { type Gateway, type Place, startGateway } from "./start-gateway.ts";

const afterCreate = true;

/** The faults whose responses each replaces; `undefined` is a complete 200. */
const FILTERS: [name: string, gateway: Gateway, ...faults: (Fault | undefined)[]][] = [
  [
    "ModSecurity with the Core Rule Set at level 2",
    modSecurity(2),
    faults.status(500, { afterCreate }),
    faults.status(503, { afterCreate }),
    faults.reset({ afterCreate }),
  ],
  [
    "squid with `reply_body_max_size`",
    squid("reply_body_max_size 1 KB"),
    undefined,
    faults.reset({ afterCreate }), // Squid replaces its own 502.
  ],
  [
    "squid with `http_reply_access`",
    squid("acl down http_status 503\nhttp_reply_access deny down"),
    faults.status(503, { afterCreate }),
  ],
];

test.concurrent.each(FILTERS)(
  "%s responds 403 in HTML for a plant that was created: its outcome is unknown",
  async (_name, gateway, ...injected) => {
    const store = new MockStore();
    await using server = await listen(store);
    await using proxy = await startGateway(gateway, server.url);
    const client = new PlantStoreClient({ baseUrl: proxy.url, token: "any" });
    expect(await client.createPlant({ id: 1, name: "Fern" })).toEqual({ name: "Fern" });
    for (const [index, fault] of injected.entries()) {
      if (fault) store.enqueue(fault);
      const { error } = await client.safeCreatePlant({ id: 2 + index, name: "Moss", tag: "x".repeat(2_000) });
      expect(error).toMatchObject({ outcome: "unknown", attempts: 1, response: { status: 403 } });
    }
    expect(store.plants).toHaveLength(1 + injected.length);
    expect(store.requests).toHaveLength(1 + injected.length);
  },
);

test("nginx with `proxy_cache_methods POST` responds with an earlier plant: the outcome is unknown", async () => {
  const store = new MockStore();
  await using server = await listen(store);
  const cache =
    "proxy_cache plants; proxy_cache_methods GET HEAD POST; proxy_cache_key $uri; proxy_cache_valid 1h;";
  const zone = (configuration: string, folder: string) =>
    configuration.replace("http {", `http {\n  proxy_cache_path ${folder}/cache keys_zone=plants:1m;`);
  const { configuration, command } = nginx(cache);
  const caching = { command, configuration: (place: Place) => zone(configuration(place), place.folder) };
  await using proxy = await startGateway(caching, server.url);
  const client = new PlantStoreClient({ baseUrl: proxy.url, token: "any" });
  expect(await client.createPlant({ id: 1, name: "Fern" })).toEqual({ name: "Fern" });
  const { error } = await client.safeCreatePlant({ id: 2, name: "Moss" });
  expect(error).toMatchObject({ kind: "unexpected-response", outcome: "unknown", receivedName: "Fern" });
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
});
