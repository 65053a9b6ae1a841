/** Performs an operation: resolve the options, send the request, read the response. */
import type { PlantStoreConfigurationError } from "../errors.ts";
import type { PlantStoreResult } from "../result.ts";
import { Call, type ReceivedHead } from "./call.ts";
import type { Operation } from "./operation.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import { readResponse } from "./response.ts";
import { send } from "./transport.ts";

/**
 * Never rejects.
 *
 * @param resolve returns the call's options, or throws a PlantStoreConfigurationError
 */
export async function perform<Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
  resolve: () => ResolvedOptions,
): Promise<PlantStoreResult<Output>> {
  let call: Call | undefined;
  try {
    const options = resolve();
    call = new Call(operation, options, options.baseUrl + operation.path(input));
    const body = operation.writeBody?.(input);
    const response = await send(call, body);
    const data = await readResponse(call, response, operation.responseSchema, body);
    call.succeed();
    const { attempts, possibleDuplicate, received } = call;
    return { success: true, data, response: received as ReceivedHead, attempts, possibleDuplicate };
  } catch (thrown) {
    return { success: false, error: call?.fail(thrown) ?? (thrown as PlantStoreConfigurationError) };
  } finally {
    call?.deadline.close();
  }
}
