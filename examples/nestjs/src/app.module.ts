import { Body, Controller, Inject, Module, Post } from "@nestjs/common";
import { APP_FILTER } from "@nestjs/core";
import { type NewPlant, type Plant, PlantStoreClient } from "plant-store-sdk";
import { PlantStoreModule } from "./plant-store.module";
import { PlantStoreFailureFilter } from "./plant-store-failure.filter";

@Controller("nursery")
export class NurseryController {
  constructor(@Inject(PlantStoreClient) private readonly client: PlantStoreClient) {}

  @Post()
  create(@Body() plant: NewPlant): Promise<Plant> {
    return this.client.createPlant(plant);
  }
}

@Module({
  imports: [PlantStoreModule],
  controllers: [NurseryController],
  providers: [{ provide: APP_FILTER, useClass: PlantStoreFailureFilter }],
})
export class AppModule {}
