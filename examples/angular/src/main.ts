import { bootstrapApplication } from "@angular/platform-browser";
import { NewPlantForm } from "./new-plant-form";
import { providePlantStore } from "./provide-plant-store";

await bootstrapApplication(NewPlantForm, { providers: [providePlantStore()] });
