/** The results of calls that never reject, such as `safeCreatePlant`. */
import type { PlantStoreFailure, PlantStoreResponseHead } from "./errors.ts";

/** Result of a call that never rejects. Check `success` first. */
export type PlantStoreResult<T> =
  | {
      success: true;
      /** The response body, as the service sent it. */
      data: T;
      /** Never set. Declared so that TypeScript without `strict`, which does not narrow by `success`, knows `result.error`. */
      error?: undefined;
      /** Status (always 200) and headers of the response. */
      response: PlantStoreResponseHead;
      /** Number of times `fetch` was called. */
      attempts: number;
      /**
       * The fields of the plant that the response shows otherwise than they were sent. `"name"` only if it differs in white
       * space or normalization, or with `namesMayChange`.
       */
      changedFields: (keyof T)[];
      /** Whether an earlier attempt ended `"unknown"`: the plant may exist twice. Only with `retryUnknown`. */
      possibleDuplicate: boolean;
    }
  | {
      success: false;
      /** Never set. */
      data?: undefined;
      /** What went wrong. `outcome` says whether a plant was created. */
      error: PlantStoreFailure;
    };

/** Returns the data of a result, or throws its error, whose stack then starts at the public function. */
export function unwrap<T>(result: PlantStoreResult<T>): T {
  if (result.success) return result.data;
  Error.captureStackTrace?.(result.error, unwrap);
  throw result.error;
}
