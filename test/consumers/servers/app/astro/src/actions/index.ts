import { defineAction } from "astro:actions";
import { create, createSafely, pathOf } from "../../../create-plant.mjs";

export const server = {
  uncaught: defineAction({ handler: (_input, { url }) => create(pathOf(url)) }),
  safe: defineAction({ handler: (_input, { url }) => createSafely(pathOf(url)) }),
};
