import { type ArgumentsHost, Catch, type ExceptionFilter } from "@nestjs/common";
import type { Response } from "express";
import { type PlantStoreFailure, PlantStoreSdkError } from "plant-store-sdk";

/** Responds to a failed call. The store's own status and text stay in the log. */
@Catch(PlantStoreSdkError)
export class PlantStoreFailureFilter implements ExceptionFilter<PlantStoreFailure> {
  catch(failure: PlantStoreFailure, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (failure.kind === "invalid-plant") response.status(422).json({ issues: failure.issues });
    else response.status(502).json({ outcome: failure.outcome });
  }
}
