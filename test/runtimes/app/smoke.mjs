/** The smoke program: runs the same checks of the package in every runtime, with `import` or `require`. */

const token = "token-of-the-smoke-program";
const fern = { id: 1, name: "Fern", tag: "indoor" };
/** The greatest int64. */
const maxInt64 = 9223372036854775807n;

/**
 * Each resolves if the runtime does what it should, and otherwise rejects with what it does instead.
 *
 * `load` loads the package's entry points and `msw/node` by their specifiers. `urls` are the base URLs of the mocks in
 * stores.ts.
 */
const checks = {
  async "entry points"({ load }) {
    const paths = ["", "/mocks/store", "/mocks/server", "/mocks", "/mocks/remote"];
    const [client, store, server, mocks, remote] = await loadAll(load, paths);
    const { createPlant } = client;
    const exported = [createPlant, store.MockStore, server.listen, mocks.mockHandlers];
    assertFields(
      {
        functions: [...exported, remote.connectMockStore].filter((value) => typeof value === "function")
          .length,
      },
      { functions: 5 },
    );
    const [manifest, openapi] = await loadAll(load, ["/package.json", "/openapi.json"]);
    assertFields(client, { VERSION: manifest.version });
    assertFields(openapi, { openapi: "3.1.0" });
  },

  async create({ client, urls }) {
    const result = await client.safeCreatePlant(fern, { baseUrl: urls.ordinary, token });
    assertFields(result, { success: true, attempts: 1, possibleDuplicate: false });
    assertFields(result.data, { name: "Fern", tag: "indoor" });
  },

  async environment({ client }) {
    assertFields(await client.createPlant(fern), { name: "Fern" });
  },

  async reject({ client, urls }) {
    const failure = await failureOf(client, fern, { baseUrl: urls.rejecting });
    assertFields(failure, { kind: "rejected", error: 400, outcome: "not-created" });
    assertFields(failure.response, { status: 400 });
  },

  async "big id"({ client, urls }) {
    const options = { baseUrl: urls.exact, token };
    assertFields(await client.createPlant({ id: maxInt64 - 1n, name: "Moss" }, options), { name: "Moss" });
    // This store has a plant with the greatest id. It rejects a duplicate only if every digit arrived.
    const failure = await failureOf(client, { id: maxInt64, name: "Moss" }, options);
    assertFields(failure, { kind: "rejected", message: `\`id\` ${maxInt64} already exists` });
  },

  async timeout({ client, urls }) {
    const failure = await failureOf(client, fern, { baseUrl: urls.silent, timeout: 200 });
    assertFields(failure, { kind: "timeout", name: "TimeoutError", timeout: 200, outcome: "unknown" });
  },

  async abort({ client, urls }) {
    const controller = new AbortController();
    const reason = new Error("the user left");
    const { signal } = controller;
    // After the request was sent.
    const onEvent = () => setTimeout(() => controller.abort(reason), 20);
    const failure = await failureOf(client, fern, { baseUrl: urls.silent, signal, onEvent });
    assertFields(failure, { kind: "aborted", name: "AbortError", cause: reason, outcome: "unknown" });
  },

  async retry({ client, urls }) {
    const types = [];
    const onEvent = ({ type }) => types.push(type);
    const result = await client.safeCreatePlant(fern, { baseUrl: urls.busy, token, onEvent });
    assertFields(result, { success: true, attempts: 2 });
    assertFields({ events: types.join(" ") }, { events: "request response retry request response success" });
  },

  async redirect({ client, urls }) {
    const failure = await failureOf(client, fern, { baseUrl: urls.moved });
    assertFields(failure, { kind: "unexpected-response", outcome: "unknown" });
    assertFields(failure.response, { status: 307 });
  },

  /** Node's fetch hides it, as the Fetch standard says. */
  async "status 407"({ client, urls }) {
    const failure = await failureOf(client, fern, { baseUrl: urls.unauthenticated });
    assertFields(failure, { kind: "unexpected-response", outcome: "not-created" });
  },

  async "lost response"({ client, urls }) {
    const failure = await failureOf(client, fern, { baseUrl: urls.resetting });
    assertFields(failure, { kind: "connection", outcome: "unknown", attempts: 1 });
  },

  /** Some runtimes automatically retry a request if its connection was reused. */
  async "lost, reused connection"({ client, urls }) {
    assertFields(await client.createPlant(fern, { baseUrl: urls.resettingLater, token }), { name: "Fern" });
    const failure = await failureOf(client, fern, { baseUrl: urls.resettingLater });
    assertFields(failure, { kind: "connection", outcome: "unknown", attempts: 1 });
  },

  /** The guide's workaround for runtimes other than browsers. */
  async "lost, as a Blob"({ client, urls }) {
    const options = {
      baseUrl: urls.resettingBlobs,
      fetch: (url, init) => fetch(url, { ...init, body: new Blob([init.body]) }),
    };
    assertFields(await client.createPlant(fern, { ...options, token }), { name: "Fern" });
    const failure = await failureOf(client, fern, options);
    assertFields(failure, { kind: "connection", outcome: "unknown", attempts: 1 });
  },

  async truncated({ client, urls }) {
    const failure = await failureOf(client, fern, { baseUrl: urls.truncating });
    assertFields(failure, { kind: "connection", outcome: "created" });
  },

  async "connection refused"({ client, urls }) {
    const failure = await failureOf(client, fern, { baseUrl: urls.closed, maxRetries: 1 });
    assertFields(failure, { kind: "connection", code: "ECONNREFUSED", outcome: "not-created", attempts: 2 });
  },

  async "https to an http port"({ client, urls }) {
    const baseUrl = urls.ordinary.replace("http:", "https:");
    const failure = await failureOf(client, fern, { baseUrl });
    assertFields(failure, { kind: "connection", outcome: "not-created", permanent: true, attempts: 1 });
  },

  async "store.fetch"({ client, load }) {
    const { MockStore, faults } = await load["plant-store-sdk/mocks/store"]();
    const store = new MockStore();
    const options = { baseUrl: "https://plants.example", token, fetch: store.fetch };
    assertFields(await client.createPlant({ id: maxInt64, name: "Fern" }, options), { name: "Fern" });
    assertFields(store.plants[0], { id: maxInt64 });
    store.enqueue(faults.truncate(5), faults.hang(), faults.reset({ afterCreate: true }));
    assertFields(await failureOf(client, fern, options), { kind: "connection", outcome: "created" });
    const late = await failureOf(client, fern, { ...options, timeout: 50 });
    assertFields(late, { kind: "timeout", outcome: "unknown" });
    assertFields(await failureOf(client, fern, options), { kind: "connection", outcome: "unknown" });
    assertFields(store.plants, { length: 3 });
  },

  /** The page's client reaches the outcome of the server's client. */
  async route({ client, load }) {
    const { plantRoute } = await load["plant-store-sdk/route"]();
    const { MockStore, faults } = await load["plant-store-sdk/mocks/store"]();
    const store = new MockStore();
    const storeOptions = { baseUrl: "https://plants.example", token, fetch: store.fetch, timeout: 200 };
    const route = plantRoute({ client: new client.PlantStoreClient(storeOptions), authorize: "anyone" });
    const { close, ...page } = await serve(route);
    try {
      const options = { ...page, token };
      assertFields(await client.createPlant({ id: maxInt64, name: "Fern" }, options), { name: "Fern" });
      assertFields(store.plants[0], { id: maxInt64 });
      store.enqueue(faults.status(401), faults.truncate(5), faults.reset(), faults.hang());
      const outcomes = [];
      for (let id = 1; id <= 4; id++)
        outcomes.push((await failureOf(client, { ...fern, id }, options)).outcome);
      assertFields({ outcomes: outcomes.join() }, { outcomes: "not-created,created,unknown,unknown" });
      const tooLarge = await failureOf(client, { id: 5, name: "x".repeat(2 ** 20) }, options);
      assertFields(tooLarge, { outcome: "not-created" });
      assertFields(tooLarge.response, { status: 413 });
      const send = page.fetch ?? fetch;
      const form = await send(`${page.baseUrl}/plants`, {
        method: "POST",
        body: new URLSearchParams("id=6"),
      });
      assertFields(form, { status: 415 });
      await form.text();
      assertFields(store.plants, { length: 2 });
    } finally {
      await close();
    }
  },

  async listen({ client, load }) {
    const { MockStore, listen } = await load["plant-store-sdk/mocks/server"]();
    const store = new MockStore();
    const server = await listen(store);
    try {
      assertFields(await client.createPlant(fern, { baseUrl: server.url, token }), { name: "Fern" });
      assertFields(store.plants, { length: 1 });
    } finally {
      await server.close();
    }
  },

  async connectMockStore({ client, load, urls }) {
    const { connectMockStore, faults } = await load["plant-store-sdk/mocks/remote"]();
    const store = connectMockStore(urls.controlled, { session: "smoke" });
    const events = await store.events();
    await store.enqueue(faults.status(503));
    const failure = await failureOf(client, { id: maxInt64, name: "Fern" }, { baseUrl: store.baseUrl });
    assertFields(failure, { kind: "unexpected-response", outcome: "unknown" });
    const types = [];
    for await (const { type } of events) if (types.push(type) === 4) break;
    assertFields({ events: types.join(" ") }, { events: "faults faults received ended" });
    const [request] = await store.requests();
    assertFields(request.plant, { id: maxInt64 });
    await store.clear();
    assertFields(await store.plants(), { length: 0 });
  },

  /** The mock at this URL accepts any token, which is a violation. */
  async check({ load, urls }) {
    const { checkPlantStore } = await load["plant-store-sdk/check"]();
    const { hostname } = new URL(urls.ordinary);
    const report = await checkPlantStore({ baseUrl: urls.ordinary, token, createOn: hostname });
    const violations = report.checks.filter(({ result }) => result === "violation").map(({ name }) => name);
    assertFields({ violations: violations.join() }, { violations: "auth-required" });
    assertFields(report.rules, { unknownFields: "ignored" });
  },

  async import({ client, load, urls }) {
    const { importPlants, openJournal, readPlants } = await load["plant-store-sdk/import"]();
    const { mkdtemp, rm, writeFile } = await import("node:fs/promises");
    const folder = await mkdtemp("import-");
    try {
      const file = `${folder}/plants.ndjson`;
      await writeFile(file, `{"id":${maxInt64},"name":"Fern"}\n{"id":2}\n`);
      const importing = new client.PlantStoreClient({ baseUrl: urls.ordinary, token });
      const run = async () => {
        const journal = await openJournal(`${folder}/journal.db`, { baseUrl: urls.ordinary });
        const outcomes = [];
        for await (const { plant, outcome, action } of importPlants(importing, readPlants(file), { journal }))
          outcomes.push(`${plant.id} ${outcome} ${action}`);
        await journal.close();
        return outcomes.sort().join(", ");
      };
      assertFields(
        { first: await run(), second: await run() },
        {
          first: `2 not-created held, ${maxInt64} created sent`,
          second: `2 not-created held, ${maxInt64} created skipped`,
        },
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async setupServer({ client, load, urls }) {
    const { MockStore, mockHandlers } = await load["plant-store-sdk/mocks"]();
    const { setupServer } = await load["msw/node"]();
    const store = new MockStore();
    // Nothing listens there: a request that is not intercepted fails.
    const server = setupServer(...mockHandlers(store, { baseUrl: urls.closed }));
    server.listen({ onUnhandledFrame: "error" });
    try {
      const options = { baseUrl: urls.closed, token, maxRetries: 0 };
      assertFields(await client.createPlant(fern, options), { name: "Fern" });
      assertFields(store.plants, { length: 1 });
    } finally {
      server.close();
    }
  },
};

/** Runs every check, and returns the result of each: "ok", or what the runtime does instead. */
export async function runSmoke(load, urls) {
  const results = {};
  const client = await load["plant-store-sdk"]();
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check({ client, load, urls });
      results[name] = "ok";
    } catch (error) {
      results[name] = String(error);
    }
  }
  return results;
}

const loadAll = (load, paths) => Promise.all(paths.map((path) => load[`plant-store-sdk${path}`]()));

/** Serves a route with the server of Bun or Deno. In Node and workerd, the route is called without a server. */
async function serve(route) {
  const { Bun, Deno } = globalThis;
  if (Bun) {
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: route });
    return { baseUrl: server.url.origin, close: () => server.stop(true) };
  }
  if (Deno) {
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, route);
    return { baseUrl: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
  }
  const call = (url, init) => route(new Request(url, init));
  return { baseUrl: "https://app.example", fetch: call, close() {} };
}

/** The failure of a call. Asserts that it does not contain the token. */
async function failureOf(client, plant, options) {
  const { success, error } = await client.safeCreatePlant(plant, { token, ...options });
  if (success) throw new Error("the call succeeds");
  const shown = [JSON.stringify(error), error.stack, error.cause?.stack, JSON.stringify(error.cause)].join();
  if (shown.includes(token)) throw new Error("the failure shows the token");
  return error;
}

/** Asserts that an object has these fields with these values. */
function assertFields(object, fields) {
  const wrong = Object.entries(fields).filter(([field, value]) => object[field] !== value);
  if (wrong.length === 0) return;
  const sentences = wrong.map(([field, value]) => `${field} is ${object[field]}, not ${value}`);
  const { message = "" } = object;
  throw new Error(`${sentences.join("; ")}${message && `: ${message}`}`);
}
