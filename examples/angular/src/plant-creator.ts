import { Injectable, inject, PendingTasks, signal } from "@angular/core";
import { type NewPlant, PlantStoreClient } from "plant-store-sdk";

/** Outlives the form: a user who leaves it still learns what became of the plant. */
@Injectable({ providedIn: "root" })
export class PlantCreator {
  readonly #client = inject(PlantStoreClient);
  readonly #pendingTasks = inject(PendingTasks);
  readonly isPending = signal(false);
  readonly notice = signal("");

  async create(plant: NewPlant): Promise<void> {
    // `whenStable()` and server rendering wait for the call.
    const done = this.#pendingTasks.add();
    this.isPending.set(true);
    const { success, error } = await this.#client.safeCreatePlant(plant);
    this.isPending.set(false);
    if (success || error.outcome === "created") this.notice.set(`${plant.name} was created.`);
    else if (error.outcome === "not-created") this.notice.set(`${plant.name} was not created.`);
    else this.notice.set(`${plant.name} may have been created. Check before you send it again.`);
    done();
  }
}
