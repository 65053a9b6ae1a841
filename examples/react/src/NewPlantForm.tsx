import { type NewPlant, type PlantStoreFailure, parseNewPlant } from "plant-store-sdk";
import { type ComponentProps, useId } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useCreatePlant } from "./useCreatePlant.ts";

export function NewPlantForm() {
  const { formState, handleSubmit, register, reset, setError } = useForm<NewPlant>({ resolver: validate });
  const { errors } = formState;
  const { mutate, isPending, isSuccess, error, variables } = useCreatePlant();

  const createPlant = handleSubmit((plant) =>
    mutate(plant, {
      onSuccess: () => reset(),
      onError: (failure) => {
        if (failure.outcome === "created") reset();
        if (isIdTaken(failure)) setError("id", { message: "This id exists." });
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
    default: // "unknown"
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
    case "rejected":
      return isIdTaken(error) ? "Its id exists." : "The store does not accept it.";
    default:
      return error.retryable ? "Try again later." : "Trying again does not help. Ask the support.";
  }
}

/** Converts an id without rounding it. Returns NaN, which is not an id, if the text is not an integer. */
function parseId(text: string): bigint | number {
  return /^\s*-?\d+\s*$/.test(text) ? BigInt(text) : Number.NaN;
}

/** Words what is wrong with a plant, field by field. */
const validate: Resolver<NewPlant> = (values) => {
  const { data, issues } = parseNewPlant(values);
  if (data) return { values: data, errors: {} };
  const errors = issues.map(({ path: [field], code }) => {
    if (code === "range") return [field, { type: code, message: "This number is too large." }];
    return [field, { type: code, message: field === "id" ? "Enter a whole number." : "Enter a text." }];
  });
  return { values: {}, errors: Object.fromEntries(errors) };
};

/** The store's error number of an id that exists, which the route passes on. Adapt it to your service. */
export const ID_EXISTS = 1003;

const isIdTaken = (error: PlantStoreFailure) => error.kind === "rejected" && error.error === ID_EXISTS;
