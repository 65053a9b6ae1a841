/** The pictures of the guides. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawPictures, folder } from "../../scripts/pictures.ts";
import { listGuides, readProjectFile } from "./guide-code.ts";

const names = readdirSync(folder);
const read = (name: string) => readFileSync(join(folder, name), "utf8");

test("the pictures are those that `npm run pictures` draws", async () => {
  const drawn = await drawPictures();
  expect(names.sort()).toEqual(Object.keys(drawn).sort());
  for (const name of names) expect(read(name), name).toBe(drawn[name]);
});

test.each(names)("%s has a title and a description, follows dark mode and is small", (name) => {
  const svg = read(name);
  expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="title description">/);
  expect(svg).toMatch(/^<title id="title">[^<]{10,}<\/title>$/m);
  expect(svg).toMatch(/^<desc id="description">[^<]{50,}<\/desc>$/m);
  expect(svg).toContain("@media (prefers-color-scheme: dark)");
  expect(svg.length).toBeLessThan(6_000);
});

test("a guide shows every picture, with a text alternative", () => {
  const shown = listGuides().flatMap((guide) =>
    Array.from(readProjectFile(guide).matchAll(/!\[[^\]]{30,}\]\(pictures\/(.+?)\)/g), ([, name]) => name),
  );
  expect(shown.sort()).toEqual(names.sort());
});
