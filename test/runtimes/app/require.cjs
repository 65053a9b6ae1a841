const specifiers = [
  "",
  "/route",
  "/check",
  "/import",
  "/mocks",
  "/mocks/store",
  "/mocks/server",
  "/mocks/remote",
  "/openapi.json",
  "/package.json",
];
const load = { "msw/node": () => require("msw/node") };
for (const path of specifiers) {
  const specifier = `plant-store-sdk${path}`;
  load[specifier] = () => require(specifier);
}

import("./smoke.mjs")
  .then(({ runSmoke }) => runSmoke(load, JSON.parse(process.env.urls)))
  .then((results) => console.log(JSON.stringify(results)));
