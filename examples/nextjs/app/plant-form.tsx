"use client";

import { useActionState, useId } from "react";
import { type Field, type FormState, initialState } from "@/lib/form-state";

interface Props {
  action: (previous: FormState, form: FormData) => Promise<FormState>;
  /** The key of the first submission. */
  submission: string;
}

export function PlantForm({ action, submission }: Props) {
  const [state, submit, isPending] = useActionState(
    // A function of the page, even for a server action: if the user is faster than the page's scripts, React then waits for
    // them. Otherwise the browser would post the form itself, and again at a reload.
    (previous: FormState, form: FormData) => action(previous, form),
    initialState(submission),
  );
  return (
    <>
      <form action={submit}>
        <input type="hidden" name="submission" value={state.submission} />
        <FormField name="id" label="Id" state={state} required />
        <FormField name="name" label="Name" state={state} required />
        <FormField name="tag" label="Tag (optional)" state={state} />
        <button type="submit" disabled={isPending}>
          {isPending ? "Creating…" : "Create"}
        </button>
      </form>
      {state.outcome && (
        <p role={state.outcome === "created" ? "status" : "alert"} className={state.outcome}>
          {state.message}
        </p>
      )}
    </>
  );
}

interface FormFieldProps {
  name: Field;
  label: string;
  state: FormState;
  required?: boolean;
}

function FormField({ name, label, state, required = false }: FormFieldProps) {
  const errorId = useId();
  const error = state.fieldErrors[name];
  return (
    <div>
      <label>
        {label}
        <input
          name={name}
          // React resets the form to its default values after the action.
          defaultValue={state.values[name]}
          required={required}
          aria-invalid={error !== undefined}
          aria-describedby={errorId}
        />
      </label>
      <p id={errorId}>{error}</p>
    </div>
  );
}
