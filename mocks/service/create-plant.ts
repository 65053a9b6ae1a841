/** The operation "Create plant" of the specification. */
import { formatIssues } from "../../src/contract/issues.ts";
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import { HttpError, jsonResponse, normalizePlant, readJson, type ServiceRequest } from "../model/protocol.ts";
import type { RecordedRequest } from "../model/recorded-request.ts";
import type { Perform, Waits } from "./interruptible-waits.ts";
import { checkFields, toHttpError } from "./obey-rules.ts";
import type { StoredPlants } from "./stored-plants.ts";
import { askValidator } from "./validator.ts";

/** Parses the request, and returns a function that performs it. */
export function createPlant(plants: StoredPlants, request: ServiceRequest, record: RecordedRequest): Perform {
  const { rules } = plants;
  let fields: string[] = [];
  let error: unknown;
  try {
    const body = readBody(request, rules);
    const { data, error } = newPlantSchema.safeParse(body);
    if (error) throw toHttpError(rules.invalid, formatIssues(error.issues, "the body"));
    record.plant = normalizePlant(data);
    fields = Object.keys(data);
  } catch (problem) {
    error = problem;
  }
  const { plant } = record;

  return (waits) => {
    checkContentType(request, rules);
    if (plant === undefined) throw error;
    checkFields(rules, plant, fields);
    const key = rules.idempotencyKey === true ? request.headers["idempotency-key"] : undefined;
    const create = () => store(plants, plant, request, record, waits);
    return key === undefined ? create() : plants.once(key, create);
  };
}

/** Creates the plant, if the rules about other plants and the `validate` function of the store accept it. */
function store(
  plants: StoredPlants,
  plant: NewPlant,
  { headers }: ServiceRequest,
  record: RecordedRequest,
  waits: Waits,
): ReturnType<Perform> {
  const { rules, validate } = plants;
  const stored = rules.exactIds === false ? roundId(plant) : plant;
  const add = () => {
    plants.add(stored, record.token);
    record.created = true;
    return jsonResponse(200, { name: plant.name, tag: plant.tag });
  };
  if (validate !== undefined)
    return plants.inTurn(waits, async () => {
      plants.check(stored);
      const rejection = askValidator(validate, plant, { token: record.token, headers, plants: plants.all });
      if (!(await waits.settled(rejection))) return { lost: "reset" };
      const rejected = await rejection;
      if (rejected !== undefined) throw toHttpError(rejected, "the plant is not accepted");
      return add();
    });
  plants.check(stored);
  if (rules.atomicIds !== false) return add();
  // Requests that are checked in the meantime do not see this plant.
  return waits.sleep(RACE).then((ended) => (ended ? add() : { lost: "reset" }));
}

/** How long a store without atomic ids takes from checking an id to storing the plant, ms. */
const RACE = 20;

function readBody({ body }: ServiceRequest, rules: PlantStoreRules): unknown {
  try {
    return readJson(body, "", rules.maxBodyBytes);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 413) throw error;
    throw toHttpError(rules.malformed ?? rules.invalid, error.message);
  }
}

/** As a service has it that keeps ids as doubles. */
function roundId(plant: NewPlant): NewPlant {
  const { id } = plant;
  return typeof id === "bigint" ? { ...plant, id: BigInt(Number(id)) } : plant;
}

function checkContentType({ headers }: ServiceRequest, rules: PlantStoreRules): void {
  if (rules.mediaType === "ignored") return;
  const [mediaType = ""] = (headers["content-type"] ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json")
    throw toHttpError(rules.mediaType ?? rules.invalid, "the header content-type must be application/json");
}
