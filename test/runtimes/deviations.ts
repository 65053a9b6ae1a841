/** What a runtime does not do as the others: asserted like the rest, so that a change is noticed. */

export interface Deviation {
  runtime: string;
  checks: string[];
  /** How the results of the checks begin. */
  result: string;
  /** In one sentence. */
  reason: string;
}

export const deviations: Deviation[] = [
  {
    runtime: "Node 20",
    checks: ["store.fetch", "listen", "setupServer"],
    result: "createPlantStore: the mock needs Node 22.12 or later, but this is Node 20",
    reason: "It is out of support; the client works, the reference store refuses to.",
  },
  {
    runtime: "Bun",
    checks: ["setupServer"],
    result: "Could not connect to the server",
    reason: "setupServer of MSW does not intercept Bun's fetch: use store.fetch or a port.",
  },
  {
    runtime: "Deno",
    checks: ["lost, kept alive"],
    result: "the call succeeds",
    reason: "Its fetch sends the plant again by itself where a connection that it has used before is lost.",
  },
  {
    runtime: "Deno",
    checks: ["refused"],
    result: "code is undefined, not ECONNREFUSED; outcome is unknown, not not-created; attempts is 1, not 2",
    reason: "Its fetch gives a network failure no code, so that the outcome is unknown.",
  },
  {
    runtime: "Deno",
    checks: ["setupServer"],
    result: "The connection failed before a response arrived",
    reason: "setupServer of MSW does not intercept Deno's fetch: use store.fetch or a port.",
  },
  {
    runtime: "Deno",
    checks: ["ends"],
    result: "does not end by itself",
    reason: "MSW, once imported, keeps a Deno process alive: import plant-store-sdk/mocks/store instead.",
  },
  {
    runtime: "workerd",
    checks: ["refused"],
    result: "code is undefined, not ECONNREFUSED; outcome is unknown, not not-created; attempts is 1, not 2",
    reason: "Its fetch gives a network failure no code, so that the outcome is unknown.",
  },
  {
    runtime: "workerd",
    checks: ["listen"],
    result: "The keepAliveTimeout option is not implemented",
    reason: "A Worker has no ports: use store.fetch.",
  },
  {
    runtime: "workerd",
    checks: ["setupServer"],
    result: 'No such module "msw/node"',
    reason: "msw/node is for Node alone: use store.fetch.",
  },
];
