import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type NewPlant, newPlantSchema, type PlantStoreFailure } from "plant-store-sdk";
import { type ComponentProps, useId } from "react";
import { useForm } from "react-hook-form";
import { useCreatePlant } from "./useCreatePlant.ts";

export function NewPlantForm() {
  const { formState, handleSubmit, register, reset, setError } = useForm<NewPlant>({
    resolver: standardSchemaResolver(newPlantSchema),
  });
  const { errors } = formState;
  const { mutate, isPending, isSuccess, error, variables } = useCreatePlant();

  const createPlant = handleSubmit((plant) =>
    mutate(plant, {
      onSuccess: () => reset(),
      onError: (failure) => {
        if (failure.outcome === "created") reset();
        const field = findRejectedField(failure);
        if (field) setError(field, { message: failure.message });
      },
    }),
  );

  return (
    <main>
      <h1>New plant</h1>
      <form onSubmit={createPlant}>
        <Field label="Id" required error={errors.id?.message} {...register("id", { setValueAs: parseId })} />
        <Field label="Name" required error={errors.name?.message} {...register("name")} />
        <Field
          label="Tag (optional)"
          error={errors.tag?.message}
          {...register("tag", { setValueAs: (text) => text || undefined })}
        />
        <button type="submit" disabled={isPending}>
          {isPending ? "Creating…" : "Create"}
        </button>
      </form>
      {isSuccess && <Created name={variables.name} />}
      {error && <Failure name={variables.name} error={error} />}
    </main>
  );
}

function Field({
  label,
  error,
  ...input
}: ComponentProps<"input"> & { label: string; error: string | undefined }) {
  const errorId = useId();
  return (
    <div>
      <label>
        {label}
        <input aria-invalid={error !== undefined} aria-describedby={errorId} {...input} />
      </label>
      <p id={errorId}>{error}</p>
    </div>
  );
}

function Created({ name }: { name: string }) {
  return <p role="status">{name} was created.</p>;
}

/** Shows what is certain after a failure. */
function Failure({ name, error }: { name: string; error: PlantStoreFailure }) {
  switch (error.outcome) {
    case "created": // Only its response could not be used.
      return <Created name={name} />;
    case "not-created":
      return (
        <p role="alert">
          {name} was not created: {error.message}
        </p>
      );
    case "unknown":
      return (
        <p role="alert" className="unknown">
          {name} may have been created. Check before you send it again.
        </p>
      );
  }
}

/** Converts an id without rounding it. Returns NaN, which the schema rejects, if the text is not an integer. */
function parseId(text: string): bigint | number {
  return /^\s*-?\d+\s*$/.test(text) ? BigInt(text) : Number.NaN;
}

/** Finds the field that a 400 names. The specification does not define the message: adapt this to your service. */
function findRejectedField(error: PlantStoreFailure) {
  if (error.kind !== "rejected") return undefined;
  return (["id", "name", "tag"] as const).find((field) => error.message.includes(`\`${field}\``));
}
