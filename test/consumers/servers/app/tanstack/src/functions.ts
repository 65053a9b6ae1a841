import { createServerFn } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { create, createSafely, pathOf } from "../../create-plant.mjs";

export const uncaught = createServerFn({ method: "POST" }).handler(() => create(pathOf(getRequest().url)));
export const safe = createServerFn({ method: "POST" }).handler(() => createSafely(pathOf(getRequest().url)));
