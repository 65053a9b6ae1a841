/** A form for any fault, with the fields of its kind. The browser says which field is wrong, by its rule. */
import type { Fault } from "plant-store-sdk/mocks/remote";
import { useState } from "preact/hooks";
import { FAULT_KINDS } from "../../parts/fault-kinds.ts";
import { fieldsOf, problemOf, readField } from "./fault-choices.ts";

const TYPES = Object.keys(FAULT_KINDS) as Fault["type"][];

export function OtherFault({ enqueue }: { enqueue: (fault: Fault) => Promise<void> }) {
  const [type, setType] = useState<Fault["type"]>("status");
  const fields = fieldsOf(type);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const texts = new FormData(event.currentTarget as HTMLFormElement);
    const values = fields.map(([name, rule]) => [name, readField(rule, String(texts.get(name)))]);
    enqueue({ type, ...Object.fromEntries(values) });
  };
  return (
    <details>
      <summary>Any other fault</summary>
      <form class="fields" onSubmit={submit} aria-label="Any other fault">
        <label class="field">
          type
          <select onChange={({ currentTarget }) => setType(currentTarget.value as Fault["type"])}>
            {TYPES.map((type) => (
              <option>{type}</option>
            ))}
          </select>
        </label>
        {fields.map(([name, rule]) => (
          <label key={`${type} ${name}`} class="field" title={rule[1]}>
            {name}
            <input
              name={name}
              required={!rule[2]}
              placeholder={rule[1]}
              onInput={({ currentTarget }) =>
                currentTarget.setCustomValidity(problemOf(rule, currentTarget.value))
              }
            />
          </label>
        ))}
        <button type="submit">Queue</button>
      </form>
    </details>
  );
}
