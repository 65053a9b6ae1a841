/** Clients in today's versions, from PyPI, the Go module proxy, crates.io and Maven Central: the guide says what they do. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { meetFaults, type Program, sendsAgainAfter } from "./client-faults.ts";
import { CURRENT_CLIENTS } from "./current-client-list.ts";
import { readGuideTable } from "./guide-tables.ts";
import { ENVIRONMENT, expectThere, isAvailable, LANGUAGES } from "./other-registries.ts";

const table = readGuideTable("Clients and browsers");

for (const [language, folder, manifest, clients] of CURRENT_CLIENTS) {
  describe.skipIf(!(await isAvailable(language)))(`${language} in ${folder}`, () => {
    const source = join(import.meta.dirname, "current-clients", folder);
    let command: Program["command"];
    beforeAll(async () => {
      command = await LANGUAGES[language].build(source, folder);
    }, 1_200_000);

    test("the versions of the guide are those that run", async () => {
      const pins = await readFile(join(source, manifest), "utf8");
      const versions = language === "Go" ? `${pins}${await expectThere(["go", "version"])}` : pins;
      for (const [name, { pinned = "go version goVERSION " }] of Object.entries(clients)) {
        const [, version = ""] = / (\d[\d.]*)/.exec(name) ?? [];
        expect(versions).toContain(pinned.replace("VERSION", version));
      }
    });

    test.concurrent.each(Object.entries(clients))(
      "%s sees each fault, sends again what the guide says, and creates a plant with its next request",
      async (name, { library, ...behaviour }) => {
        const program = { command: [...command, library] as Program["command"], env: ENVIRONMENT };
        expect(await meetFaults(program, behaviour)).toEqual(table.get(name)?.sendsAgainAfter);
      },
    );

    const repeating = Object.entries(clients).filter(([name]) => table.get(name)?.more[1]?.includes("`"));
    test.concurrent.each(repeating)(
      "%s sends each request once with the setting of the guide",
      async (_, { library, stillTwice = [] }) => {
        const env = { ...ENVIRONMENT, ONCE: "1" };
        const program = { command: [...command, library] as Program["command"], env };
        expect(await sendsAgainAfter(program)).toEqual(stillTwice);
      },
    );
  });
}
