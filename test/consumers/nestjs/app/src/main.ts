import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import { AppModule } from "./app.module";
import { mountPlantRoute } from "./mount-plant-route";

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule);
  mountPlantRoute(app);
  await app.listen(3000);
}

void main();
