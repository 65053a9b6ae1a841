/** The operation "Create plant" of the specification. */
import { formatIssues } from "../../src/contract/issues.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import {
  HttpError,
  jsonResponse,
  normalizePlant,
  readJson,
  type ServiceRequest,
  type ServiceResponse,
} from "../model/protocol.ts";
import type { RecordedRequest } from "../model/recorded-request.ts";
import type { StoredPlants } from "./stored-plants.ts";

/** Parses the request, and returns a function that performs it. */
export function createPlant(
  plants: StoredPlants,
  request: ServiceRequest,
  record: RecordedRequest,
): () => ServiceResponse {
  let error: unknown;
  try {
    record.plant = readPlant(request.body);
  } catch (problem) {
    error = problem;
  }
  const { plant } = record;

  return () => {
    checkContentType(request);
    if (plant === undefined) throw error;
    if (plants.rejectsId(plant.id)) throw new HttpError(400, `\`id\` ${plant.id} already exists`);
    plants.add(plant, record.token);
    record.created = true;
    return jsonResponse(200, { name: plant.name, tag: plant.tag });
  };
}

function readPlant(body: Uint8Array): NewPlant {
  const { data, error } = newPlantSchema.safeParse(readJson(body));
  if (error) throw new HttpError(400, formatIssues(error.issues, "the body"));
  return normalizePlant(data);
}

function checkContentType({ headers }: ServiceRequest): void {
  const [mediaType = ""] = (headers["content-type"] ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json")
    throw new HttpError(400, "the header content-type must be application/json");
}
