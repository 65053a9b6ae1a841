/** "Try it": a form that calls the SDK, what it returns, and the call as TypeScript. */
import { FIELD_NAMES, isOptional } from "../../../src/contract/plant-fields.ts";
import { CopyButton } from "../copy-button.tsx";
import { callCode, type FieldName, readOptions, readPlant, valuesOf } from "../state/call-arguments.ts";
import { attempt, change, state, store } from "../state/page.ts";
import { CallResult } from "./call-result.tsx";
import { abortCall, submitCall } from "./submit-call.ts";

const NAMES: readonly FieldName[] = [...FIELD_NAMES, "timeout", "maxRetries", "token"];

const PLACEHOLDERS: Partial<Record<FieldName, string>> = {
  ...Object.fromEntries(FIELD_NAMES.map((name) => [name, isOptional(name) ? "optional" : ""])),
  timeout: "none",
};

async function create(): Promise<void> {
  await submitCall();
  const wrong = NAMES.find((name) => state.issues[name]);
  if (wrong) document.getElementById(wrong)?.focus();
}

/** The story of this package in one click. */
function loseResponse(): void {
  document.getElementById("create")?.focus(); // The button of the story disappears.
  attempt(store.enqueue({ type: "reset", afterCreate: true }).then(create));
}

/** Editing a field removes its issue. */
const edit = (name: FieldName, text: string) =>
  change(({ typed, issues }) => ({
    typed: { ...typed, [name]: text },
    issues: { ...issues, [name]: undefined },
  }));

export function TryIt() {
  const { issues, connection, retryUnknown, call } = state;
  const values = valuesOf(state);
  const code = callCode(readPlant(values), readOptions(values, retryUnknown, store.baseUrl));
  const isRunning = call !== undefined && call.result === undefined;
  const issue = NAMES.flatMap((name) => (issues[name] ? `${name}: ${issues[name]}` : [])).join(" ");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    create();
  };
  return (
    <section id="try-it" aria-labelledby="try-it-heading">
      <div class="row">
        <h2 id="try-it-heading">Try it</h2>
        <small>What your code knows</small>
      </div>
      <form class="fields" aria-label="Create a plant" noValidate autocomplete="off" onSubmit={submit}>
        {NAMES.map((name) => (
          <div key={name} class="field">
            <label for={name}>{name === "timeout" ? "timeout ms" : name}</label>
            <input
              id={name}
              {...(name === "token" && { type: "password" })}
              value={values[name]}
              placeholder={PLACEHOLDERS[name] ?? ""}
              aria-describedby="issue"
              aria-invalid={issues[name] !== undefined}
              onInput={({ currentTarget }) => edit(name, currentTarget.value)}
            />
          </div>
        ))}
        <div>
          <input
            id="retryUnknown"
            type="checkbox"
            checked={retryUnknown}
            onInput={({ currentTarget }) => change({ retryUnknown: currentTarget.checked })}
          />{" "}
          <label for="retryUnknown">retryUnknown, which may create duplicates</label>
        </div>
        {/* With `disabled`, a button would lose the focus. */}
        <div class="row">
          <button id="create" type="submit" disabled={connection !== "Live"} aria-disabled={isRunning}>
            Create plant
          </button>
          <button type="button" aria-disabled={!isRunning} onClick={abortCall}>
            Abort
          </button>
        </div>
        <p id="issue" class="issue">
          {issue}
        </p>
      </form>
      <CallResult onLoseResponse={loseResponse} />
      <div class="row">
        <h3>The form in TypeScript</h3>
        <CopyButton text={code} label="Copy the call" />
      </div>
      <pre id="code">{code}</pre>
    </section>
  );
}
