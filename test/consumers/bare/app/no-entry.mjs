/** What of the package is no entry point. */
const paths = ["mocks/unknown", "dist/index.js", "src/index.ts", "docs/openapi.json"];
const load = (path) => import(`plant-store-sdk/${path}`).then(() => "", String);

const errors = (await Promise.all(paths.map(load))).map((error) => error.replace(/^Error: |\..*$/g, ""));
const [sentence] = errors;
const refused = errors.filter((error) => error === sentence);
console.log(`${refused.length} of ${paths.length} paths: ${sentence}`);
