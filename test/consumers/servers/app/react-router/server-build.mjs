/** The part of what `react-router build` makes of route modules that answers requests for data. */
import { create, createSafely, pathOf } from "../create-plant.mjs";
import * as plants from "./api.plants.mjs";

const Page = () => null;

const modules = {
  uncaught: { default: Page, action: ({ request }) => create(pathOf(request.url)) },
  safe: { default: Page, action: ({ request }) => createSafely(pathOf(request.url)) },
  endpoint: { loader: async ({ request }) => Response.json(await create(pathOf(request.url))) },
  "api/plants": plants,
};

const routes = Object.entries(modules).map(([path, module]) => [path, { id: path, path, module }]);

export default {
  entry: { module: {} },
  routes: Object.fromEntries(routes),
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
  basename: "/",
  future: {},
  isSpaMode: false,
  prerender: [],
  publicPath: "/",
  routeDiscovery: { mode: "initial" },
  ssr: true,
};
