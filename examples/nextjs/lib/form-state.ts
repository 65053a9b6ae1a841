import type { CreatePlantResult, NewPlant, PlantStoreFailure, PlantStoreIssue } from "plant-store-sdk";

const FIELDS = ["id", "name", "tag"] as const;
export type Field = (typeof FIELDS)[number];

/** What the form shows, as plain data: a server action returns it to the page. */
export interface FormState {
  outcome?: "created" | "not-created" | "unknown";
  message: string;
  fieldErrors: Partial<Record<Field, string>>;
  /** What the user typed. Empty after the plant was created. */
  values: Record<Field, string>;
  /** The key of the next submission. */
  submission: string;
}

const EMPTY = { id: "", name: "", tag: "" };

export function initialState(submission: string): FormState {
  return { message: "", fieldErrors: {}, values: EMPTY, submission };
}

/** What the user typed. */
function readValues(form: FormData): Record<Field, string> {
  const [id = "", name = "", tag = ""] = FIELDS.map((field) => `${form.get(field) ?? ""}`);
  return { id: id.trim(), name, tag };
}

/** The plant with all digits of its id. The client rejects NaN before it sends anything. */
export function readPlant(form: FormData): NewPlant {
  const { id, name, tag } = readValues(form);
  return { id: /^-?\d{1,30}$/.test(id) ? BigInt(id) : Number.NaN, name, tag: tag || undefined };
}

export function toState(form: FormData, result: CreatePlantResult): FormState {
  const { name } = readValues(form);
  const next = { fieldErrors: {}, submission: crypto.randomUUID() };
  if (result.success || result.error.outcome === "created") {
    return { ...next, outcome: "created", message: `${name} was created.`, values: EMPTY };
  }
  const { error } = result;
  const values = readValues(form);
  if (error.outcome === "not-created") {
    const message = `${name} was not created. ${reasonOf(error)}`;
    const fieldErrors = error.kind === "invalid-plant" ? wordIssues(error.issues) : {};
    return { ...next, outcome: "not-created", message, values, fieldErrors };
  }
  return mayExist(form);
}

function mayExist(form: FormData): FormState {
  const values = readValues(form);
  const message = `${values.name} may have been created. Check before you send it again.`;
  return { ...initialState(crypto.randomUUID()), outcome: "unknown", message, values };
}

export function notAllowed(form: FormData): FormState {
  const message = "Sign in to create plants.";
  return { ...initialState(crypto.randomUUID()), outcome: "not-created", message, values: readValues(form) };
}

/** In the user's words. `error.message` is for developers. */
function reasonOf(error: PlantStoreFailure): string {
  if (error.kind === "invalid-plant") return "Correct the marked fields.";
  if (error.kind === "rejected") return `The store does not accept it (error ${error.error}).`;
  if (error.response?.status === 429) return "The store is busy. Try again in a minute.";
  return error.retryable ? "Try again later." : "Trying again does not help. Ask the support.";
}

function wordIssues(issues: PlantStoreIssue[]): FormState["fieldErrors"] {
  return Object.fromEntries(
    issues.map(({ path: [field], code }) => {
      if (field === "id")
        return [field, code === "range" ? "This number is too large." : "Enter a whole number."];
      return [field, "Enter a text."];
    }),
  );
}

/** How long a submission is remembered, ms. */
const MEMORY = 10 * 60_000;

/** How long an equal submission waits for the first, ms. */
const PATIENCE = 30_000;

/** The state of each submission; undefined until it has ended. */
const submissions = new Map<string, FormState | undefined>();

/**
 * Runs a submission once. A double click, or a reload that sends the form again, gets the state of the first. This memory
 * belongs to one process or page: for several servers, keep it in your database.
 */
export async function once(form: FormData, run: () => Promise<FormState>): Promise<FormState> {
  const key = `${form.get("submission")}`;
  if (!submissions.has(key)) {
    submissions.set(key, undefined);
    setTimeout(() => submissions.delete(key), MEMORY);
    submissions.set(key, await run());
  }
  // Not a shared promise: if a request to a Worker ends early, its promises never settle for the others.
  for (let waited = 0; waited < PATIENCE && !submissions.get(key); waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return submissions.get(key) ?? mayExist(form);
}
