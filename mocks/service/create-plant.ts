/** The operation "Create plant" of the specification. */
import {
  ErrorResponse,
  jsonResponse,
  readPlant,
  type ServiceRequest,
  type ServiceResponse,
} from "./protocol.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { StoreState } from "./store-state.ts";

/** Parses the request and returns its handler. */
export function createPlant(
  state: StoreState,
  request: ServiceRequest,
  record: RecordedRequest,
): () => ServiceResponse {
  const plant = readPlant(request.body);
  if (!(plant instanceof ErrorResponse)) record.plant = plant;

  return () => {
    const error = checkContentType(request);
    if (error) return error.toResponse();
    if (plant instanceof ErrorResponse) return plant.toResponse();
    if (state.rejectsId(plant.id)) {
      return new ErrorResponse(400, `\`id\` ${plant.id} already exists`).toResponse();
    }
    state.add(plant, record.token);
    record.created = true;
    return jsonResponse(200, { name: plant.name, tag: plant.tag });
  };
}

function checkContentType(request: ServiceRequest): ErrorResponse | undefined {
  const [mediaType = ""] = (request.headers["content-type"] ?? "").split(";");
  if (mediaType.trim().toLowerCase() === "application/json") return undefined;
  return new ErrorResponse(400, "the header content-type must be application/json");
}
