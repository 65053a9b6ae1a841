/**
 * The alternative: a client written by hand with ky and zod/mini, with the default options of ky. Do not change this
 * file, so that figures stay comparable.
 */
import ky from "ky";
import * as z from "zod/mini";
import type { Connect } from "./connect.ts";

const plantSchema = z.looseObject({ name: z.string(), tag: z.optional(z.string()) });
const newPlantSchema = z.looseObject({ id: z.int(), name: z.string(), tag: z.optional(z.string()) });

export const plain: Connect = (prefix, token, fetch) => {
  const api = ky.create({ prefix, headers: { authorization: `Bearer ${token}` }, fetch });
  return async (plant) =>
    plantSchema.parse(await api.post("plants", { json: newPlantSchema.parse(plant) }).json());
};
