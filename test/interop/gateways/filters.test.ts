/** Filters that replace a response of the store by a 403 in HTML, although it created the plant. */
import { expect, test } from "vitest";
import { type Fault, faults, listen, MockStore } from "../../../mocks/server.ts";
import { PlantStoreClient } from "../../../src/index.ts";
import { modSecurity, squid } from "./gateway-configurations.ts";
import { type Gateway, startGateway } from "./start-gateway.ts";

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
