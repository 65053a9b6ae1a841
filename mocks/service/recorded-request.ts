import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../faults/faults.ts";

/** A request that the store received, and its result. CORS preflights and health checks are not recorded. */
export interface RecordedRequest {
  method: string;
  url: string;
  /** The body as text; only the first MiB of a larger body. */
  body: string;
  /** The plant in the body, if it is valid. Its id is a number if that is exact, otherwise a bigint. */
  plant?: NewPlant | undefined;
  /** The bearer token, if one was sent. */
  token?: string | undefined;
  /** Response status; absent until a response is sent, and if none is sent. */
  status?: number | undefined;
  /** The fault that was applied to this request. */
  fault?: Fault | undefined;
}
