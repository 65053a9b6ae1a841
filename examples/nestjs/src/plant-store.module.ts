import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { type MiddlewareConsumer, Module, type NestModule } from "@nestjs/common";
import type { NextFunction, Request, Response } from "express";
import { PlantStoreClient } from "plant-store-sdk";

const correlationId = new AsyncLocalStorage<string>();

@Module({
  providers: [
    {
      provide: PlantStoreClient,
      useFactory: () =>
        new PlantStoreClient({ headers: () => ({ "x-correlation-id": correlationId.getStore() }) }),
    },
  ],
  exports: [PlantStoreClient],
})
export class PlantStoreModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((request: Request, _response: Response, next: NextFunction) =>
        correlationId.run(request.get("x-correlation-id") ?? randomUUID(), next),
      )
      .forRoutes("*path");
  }
}
