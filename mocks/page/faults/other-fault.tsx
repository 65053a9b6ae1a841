/** A form for any fault, with the fields of its kind. The browser says which field is wrong, by its rule. */
import type { Fault } from "plant-store-sdk/mocks/remote";
import { useState } from "preact/hooks";
import { FAULT_KINDS } from "../../parts/fault-kinds.ts";
import { expectedOf, fieldsOf, isRequired, problemOf, readField } from "./fault-choices.ts";

const TYPES = Object.keys(FAULT_KINDS) as Fault["type"][];

type Enqueue = (fault: Fault) => Promise<void>;

/** Most users never open it. */
export function OtherFault({ enqueue }: { enqueue: Enqueue }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Any other fault</summary>
      {isOpen && <Fields enqueue={enqueue} />}
    </details>
  );
}

function Fields({ enqueue }: { enqueue: Enqueue }) {
  const [type, setType] = useState<Fault["type"]>("status");
  const fields = fieldsOf(type);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const texts = new FormData(event.currentTarget as HTMLFormElement);
    const values = fields.map(([name, rule]) => [name, readField(rule, String(texts.get(name)))]);
    enqueue({ type, ...Object.fromEntries(values) });
  };
  return (
    <form class="fields" aria-label="Any other fault" autocomplete="off" onSubmit={submit}>
      <div class="field">
        <label for="fault-type">type</label>
        <select
          id="fault-type"
          onChange={({ currentTarget }) => setType(currentTarget.value as Fault["type"])}
        >
          {TYPES.map((type) => (
            <option>{type}</option>
          ))}
        </select>
      </div>
      {fields.map(([name, rule]) => (
        <div key={`${type} ${name}`} class="field" title={expectedOf(rule)}>
          <label for={`fault-${name}`}>{name}</label>
          <input
            id={`fault-${name}`}
            name={name}
            required={isRequired(rule)}
            placeholder={expectedOf(rule)}
            onInput={({ currentTarget }) =>
              currentTarget.setCustomValidity(problemOf(rule, currentTarget.value))
            }
          />
        </div>
      ))}
      <button type="submit">Queue</button>
    </form>
  );
}
