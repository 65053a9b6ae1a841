import { Component, inject } from "@angular/core";
import { type AbstractControl, FormControl, FormGroup, ReactiveFormsModule } from "@angular/forms";
import { parseNewPlant } from "plant-store-sdk";
import { PlantCreator } from "./plant-creator";

/** Reads the id with all its digits. NaN is not an id. */
function parse({ id, name, tag }: { id: string; name: string; tag: string }) {
  const exactId = /^-?\d{1,30}$/.test(id) ? BigInt(id) : Number.NaN;
  return parseNewPlant({ id: exactId, name, tag: tag || undefined });
}

/** The code of each wrong field, such as `{ id: "range" }`. */
function validate(form: AbstractControl) {
  const issues = parse(form.value).issues ?? [];
  return issues.length === 0 ? null : Object.fromEntries(issues.map(({ path, code }) => [path[0], code]));
}

@Component({
  selector: "shop-new-plant",
  imports: [ReactiveFormsModule],
  template: `
    <form [formGroup]="form" (ngSubmit)="create()">
      <label>Id <input formControlName="id" [attr.aria-invalid]="form.hasError('id')" /></label>
      @if (form.dirty && form.hasError("id")) {
        <p>{{ form.getError("id") === "range" ? "This number is too large." : "Enter a whole number." }}</p>
      }
      <label>Name <input formControlName="name" /></label>
      <label>Tag <input formControlName="tag" /></label>
      <button [disabled]="form.invalid || creator.isPending()">Create</button>
    </form>
    <p role="status">{{ creator.notice() }}</p>
  `,
})
export class NewPlantForm {
  readonly creator = inject(PlantCreator);
  readonly form = new FormGroup(
    {
      id: new FormControl("", { nonNullable: true }),
      name: new FormControl("", { nonNullable: true }),
      tag: new FormControl("", { nonNullable: true }),
    },
    { validators: validate },
  );

  create(): Promise<void> | undefined {
    const { data: plant } = parse(this.form.getRawValue());
    return plant && this.creator.create(plant);
  }
}
