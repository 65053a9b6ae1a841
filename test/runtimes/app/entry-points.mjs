/** Imports each entry point on demand, so that one that fails to load fails only its own check. */
export const load = {
  "plant-store-sdk": () => import("plant-store-sdk"),
  "plant-store-sdk/route": () => import("plant-store-sdk/route"),
  "plant-store-sdk/check": () => import("plant-store-sdk/check"),
  "plant-store-sdk/import": () => import("plant-store-sdk/import"),
  "plant-store-sdk/mocks": () => import("plant-store-sdk/mocks"),
  "plant-store-sdk/mocks/store": () => import("plant-store-sdk/mocks/store"),
  "plant-store-sdk/mocks/server": () => import("plant-store-sdk/mocks/server"),
  "plant-store-sdk/mocks/remote": () => import("plant-store-sdk/mocks/remote"),
  "plant-store-sdk/openapi.json": async () =>
    (await import("plant-store-sdk/openapi.json", { with: { type: "json" } })).default,
  "plant-store-sdk/package.json": async () =>
    (await import("plant-store-sdk/package.json", { with: { type: "json" } })).default,
  "msw/node": () => import("msw/node"),
};
