/** Queues the usual faults with one click, and changes what else makes requests slow or fail. */
import { describeFault, type Fault } from "plant-store-sdk/mocks/remote";
import { useState } from "preact/hooks";
import { attempt, state, store } from "../state/page.ts";
import { FAULT_CHOICES, TIMES } from "./fault-choices.ts";
import { FaultQueue } from "./fault-queue.tsx";
import { OtherFault } from "./other-fault.tsx";
import { SettingsForm } from "./settings-form.tsx";

export function FaultForm() {
  const [times, setTimes] = useState("the next request");
  const enqueue = (fault: Fault) => attempt(store.enqueue({ ...fault, ...TIMES[times] }));
  return (
    <section id="faults" aria-labelledby="faults-heading">
      <fieldset class="stack" disabled={state.connection !== "Live"} aria-labelledby="faults-heading">
        <div class="row">
          <h2 id="faults-heading">Inject a fault</h2>
          <p class="row">
            <label for="times">into</label>
            <select id="times" onChange={({ currentTarget }) => setTimes(currentTarget.value)}>
              {Object.keys(TIMES).map((label) => (
                <option>{label}</option>
              ))}
            </select>
          </p>
          <SettingsForm />
        </div>
        <div id="fault-choices" class="row">
          {FAULT_CHOICES.map((fault) => {
            const { label, effect } = describeFault(fault);
            return (
              <button type="button" title={effect} onClick={() => enqueue(fault)}>
                {label}
              </button>
            );
          })}
        </div>
        <OtherFault enqueue={enqueue} />
        <FaultQueue />
      </fieldset>
    </section>
  );
}
