/** Shows the settings of the store, and sets its latency and its random faults. */
import type { Latency, MockStoreSettings } from "plant-store-sdk/mocks/remote";
import { formatDuration, formatValue } from "../format.ts";
import { attempt, state, store } from "../state/page.ts";

const nameLatency = (latency: Latency) =>
  latency === 0 ? "none" : [latency].flat().map(formatDuration).join(" to ");
const nameRate = (rate: number) => (rate === 0 ? "none" : `${Number((100 * rate).toPrecision(3))} %`);

export function SettingsForm() {
  const { rules, latency, chaos } = state.settings;
  const latencies = [0, 200, 1_000, 3_000].map((latency) => [nameLatency(latency), { latency }] as const);
  const rates = [0, 0.1, 0.5, 1].map((rate) => {
    return [nameRate(rate), { chaos: rate === 0 ? null : { ...chaos, rate } }] as const;
  });
  return (
    <>
      <Setting id="latency" label="Latency" value={nameLatency(latency)} choices={new Map(latencies)} />
      <Setting id="chaos" label="Random faults" value={nameRate(chaos?.rate ?? 0)} choices={new Map(rates)} />
      {/* How the store differs from the plainest reading of the specification. */}
      {(Object.keys(rules).length > 0 || chaos !== null) && (
        <details id="settings">
          <summary>Settings in force</summary>
          <pre>{formatValue({ rules, ...(chaos && { chaos }) })}</pre>
        </details>
      )}
    </>
  );
}

interface SettingProps {
  id: string;
  label: string;
  /** The text of the current choice. It is offered, too, if it is not one of the choices. */
  value: string;
  choices: ReadonlyMap<string, Partial<MockStoreSettings>>;
}

function Setting({ id, label, value, choices }: SettingProps) {
  const choose = (text: string) => attempt(store.configure(choices.get(text) ?? {}));
  return (
    <p class="row">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {[...new Set([...choices.keys(), value])].map((text) => (
          <option key={text}>{text}</option>
        ))}
      </select>
    </p>
  );
}
