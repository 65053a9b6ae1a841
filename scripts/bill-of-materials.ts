/** Lists the packages that the build contains, for scanners that look for vulnerable versions. */
import { readFileSync } from "node:fs";
import { BUNDLED_PACKAGES } from "./bundled-packages.ts";

/** @param file in the project's folder, where tsup runs; `import.meta.dirname` is that of the configuration there */
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** In the CycloneDX format, version 1.6: https://cyclonedx.org/docs/1.6/json/. The same lock file gives the same text. */
export function writeBillOfMaterials(): string {
  const { name, version, license } = readJson("package.json");
  const { packages } = readJson("package-lock.json");
  const component = (name: string, version: string, license: string) => ({
    type: "library",
    "bom-ref": `pkg:npm/${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    licenses: [{ license: { id: license } }],
  });
  const bundled = BUNDLED_PACKAGES.map((name) => {
    const locked = packages[`node_modules/${name}`];
    return component(name, locked.version, locked.license);
  });
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: component(name, version, license) },
    components: bundled,
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
