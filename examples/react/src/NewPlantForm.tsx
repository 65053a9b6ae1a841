import type { NewPlant, PlantStoreFailure } from "plant-store-sdk";
import { type ComponentProps, useId } from "react";
import { useForm } from "react-hook-form";
import { useCreatePlant } from "./useCreatePlant.ts";

export function NewPlantForm() {
  const { formState, handleSubmit, register, reset, setError } = useForm<NewPlant>();
  const { errors } = formState;
  const { mutate, isPending, isSuccess, error, variables } = useCreatePlant();

  const createPlant = handleSubmit((plant) =>
    mutate(plant, {
      onSuccess: () => reset(),
      onError: (failure) => {
        if (failure.outcome === "created") reset();
        for (const [field, message] of wordFieldErrors(failure)) setError(field, { message });
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
          {name} was not created. {wordReason(error)}
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

/** In the user's words: `error.message` is for developers. */
function wordReason(error: PlantStoreFailure): string {
  switch (error.kind) {
    case "invalid-plant":
      return "Correct the marked fields.";
    case "rejected":
      return "The store does not accept it.";
    default:
      return "Try again later.";
  }
}

/** Converts an id without rounding it. Returns NaN, which the client rejects, if the text is not an integer. */
function parseId(text: string): bigint | number {
  return /^\s*-?\d+\s*$/.test(text) ? BigInt(text) : Number.NaN;
}

const FIELDS = ["id", "name", "tag"] as const;

function wordFieldErrors(error: PlantStoreFailure): [field: (typeof FIELDS)[number], message: string][] {
  if (error.kind === "invalid-plant") {
    return FIELDS.flatMap((field) => {
      const issue = error.issues.find(({ path }) => path[0] === field);
      if (!issue) return [];
      if (issue.code === "range") return [[field, "This number is too large."]];
      return [[field, field === "id" ? "Enter a whole number." : "Enter a text."]];
    });
  }
  // The specification does not define the message of a 400: adapt this to your service.
  const isNamed = (field: string) => error.kind === "rejected" && error.message.includes(`\`${field}\``);
  return FIELDS.filter(isNamed).map((field) => [field, "The store does not accept this value."]);
}
