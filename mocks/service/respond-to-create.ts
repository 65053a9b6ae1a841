/** The operation "Create plant" of the specification. */
import { formatIssues, toIssues } from "../../src/contract/issues.ts";
import { writePlant } from "../../src/contract/plant-fields.ts";
import { type PlantStoreRules, rejectionOfIssue } from "../../src/contract/rules.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import type { HttpError } from "../parts/http-error.ts";
import { normalizePlant, roundId } from "../parts/parse-plants.ts";
import { readJson } from "../parts/read-body-json.ts";
import type { MaybePromise, ServiceRequest } from "../parts/service-request.ts";
import { type ServiceResponse, textResponse } from "../parts/service-response.ts";
import type { Waits } from "../parts/waits.ts";
import { checkDuplicates, checkFields, isEqualPlant, toHttpError } from "./obey-rules.ts";
import type { Recording } from "./recording.ts";
import type { StoredPlants } from "./stored-plants.ts";
import { askValidator, type PlantValidator } from "./validator.ts";

interface ParsedRequest {
  /** If it is valid by the specification. */
  plant?: NewPlant | undefined;
  /** Why the body is rejected: its encoding, size or JSON. */
  bodyRejection?: HttpError | undefined;
  /** Why the plant, or the media type, is rejected. */
  plantRejection?: HttpError | undefined;
}

/** Does not throw a rejection yet, because a fault can be for certain plants. */
export function parsePlant(request: ServiceRequest, rules: PlantStoreRules): ParsedRequest {
  const parsed = parseBody(request, rules);
  const { "content-type": contentType = "" } = request.headers;
  if (rules.mediaType === "ignored" || contentType === "application/json") return parsed;
  const [mediaType = ""] = contentType.split(";");
  if (mediaType.trim().toLowerCase() === "application/json") return parsed;
  // Such a service does not parse the body, so nothing is known about it before the token.
  const explanation = "the header content-type must be application/json";
  return { plant: parsed.plant, plantRejection: toHttpError(rules.mediaType ?? rules.invalid, explanation) };
}

function parseBody(request: ServiceRequest, rules: PlantStoreRules): ParsedRequest {
  let value: unknown;
  try {
    value = readJson(request, "", rules.maxBodyBytes);
  } catch (error) {
    const { status, reason } = (error as HttpError).response;
    if (status === 415) return { bodyRejection: error as HttpError };
    const rejection = status === 413 ? (rules.tooLarge ?? { status }) : (rules.malformed ?? rules.invalid);
    return { bodyRejection: toHttpError(rejection, reason) };
  }
  const { data, error } = newPlantSchema.safeParse(value);
  if (error) {
    const [first] = toIssues(error);
    const rejection = first && rejectionOfIssue(rules, first);
    return { plantRejection: toHttpError(rejection, formatIssues(error.issues, "the body")) };
  }
  const plant = normalizePlant(data);
  return { plant, plantRejection: checkFields(rules, plant, Object.keys(data)) };
}

interface CreationContext {
  plant: NewPlant;
  rules: PlantStoreRules;
  plants: StoredPlants;
  /** Those of requests with the same `idempotency-key`, and of plants that `validate` decides about. */
  turns: Turns;
  validate: PlantValidator | undefined;
  request: ServiceRequest;
  recording: Recording;
  waits: Waits;
}

const REPLAY = "replays the response to an earlier request with this idempotency-key";
const OTHER_PLANT = "an earlier request with this idempotency-key created another plant";

/**
 * Creates a plant. With the rule `idempotencyKey`, a success is replayed as long as its plant is kept; a rejection is not.
 *
 * @throws HttpError if the rules or the `validate` function reject it
 */
export function createPlant(creation: CreationContext): MaybePromise<ServiceResponse> {
  const { rules, plants, turns, request, recording, waits } = creation;
  const { idempotencyKey } = rules;
  const key = idempotencyKey ? request.headers["idempotency-key"] : undefined;
  if (key === undefined) return store(creation);
  return turns.take(`key ${key}`, waits, async () => {
    const existing = plants.withKey(key);
    if (existing === undefined) return store(creation, key);
    if (typeof idempotencyKey === "object" && !isEqualPlant(existing, roundId(creation.plant, rules)))
      throw toHttpError(idempotencyKey.different, OTHER_PLANT);
    recording.record.reason = REPLAY;
    return toResponse(existing);
  });
}

/** How long a store without atomic ids takes from checking an id to storing the plant, ms. */
const RACE = 20;

function store(creation: CreationContext, key?: string): MaybePromise<ServiceResponse> {
  const { rules, plants, turns, validate, request, recording, waits } = creation;
  const plant = roundId(creation.plant, rules);
  const add = () => {
    plants.create(plant, key);
    recording.record.created = true;
    return toResponse(plant);
  };
  if (validate !== undefined)
    return turns.take("validate", waits, async () => {
      checkDuplicates(rules, plant, plants);
      const headers = { ...request.headers }; // Other requests can share it.
      const context = { token: recording.record.token, headers, plants: plants.all };
      const rejection = await askValidator(validate, plant, context, waits);
      if (rejection !== undefined) throw toHttpError(rejection, "the plant is not accepted");
      return add();
    });
  checkDuplicates(rules, plant, plants);
  // Requests that are checked in the meantime do not see this plant.
  return rules.atomicIds === false ? waits.sleep(RACE).then(add) : add();
}

function toResponse({ id: _, ...plant }: NewPlant): ServiceResponse {
  return textResponse(200, writePlant(plant));
}

/** Performs one thing at a time for each key. */
export class Turns {
  /** Settle when the last one of a key is done. */
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(key: string, waits: Waits, perform: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key);
    const turn = previous === undefined ? perform() : waits.until(previous).then(perform);
    // A client that disconnects does not let the next one overtake.
    const last = Promise.allSettled([previous, turn]).then(() => {
      if (this.#last.get(key) === last) this.#last.delete(key);
    });
    this.#last.set(key, last);
    return turn;
  }
}
