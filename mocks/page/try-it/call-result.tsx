/** The result of a call: the outcome as the headline, its attempts, and the value that the SDK returned. */
import type { CreatePlantResult } from "plant-store-sdk";
import { useEffect, useRef } from "preact/hooks";
import { plural } from "../../../src/common/format-count.ts";
import { formatValue } from "../format.ts";
import { describeAttempts, describeReality, knownOf, type LastCall } from "../state/last-call.ts";
import { state } from "../state/page.ts";

export function CallResult({ onLoseResponse }: { onLoseResponse: () => void }) {
  const { call, connection } = state;
  const outcome = useRef<HTMLDivElement>(null);
  const attempts = call?.result && (call.result.error ?? call.result).attempts;
  useEffect(() => {
    if (attempts) outcome.current?.scrollIntoView({ block: "nearest" }); // On a small screen, it may be far away.
  }, [call?.result]);
  return (
    <div id="result" class="stack" data-outcome={call && knownOf(call.result)} data-attempts={attempts}>
      {/* Screen readers announce what is new in it. */}
      <div id="outcome" class="stack" role="status" ref={outcome}>
        {call && <Outcome call={call} />}
      </div>
      {call && <Details call={call} />}
      {call === undefined && (
        <div id="story" class="stack">
          <p class="headline">Was it created?</p>
          <p>
            Every call says yes, no, or unknown. The hard case: the store creates the plant, but the response
            is lost.
          </p>
          <button type="button" disabled={connection !== "Live"} onClick={onLoseResponse}>
            Create a plant and lose the response
          </button>
        </div>
      )}
    </div>
  );
}

function Outcome({ call: { plant, result, reality } }: { call: LastCall }) {
  const [headline, text] = describeResult(result);
  const [what, knowledge] = describeReality(knownOf(result), reality);
  return (
    <>
      <p class="headline">{headline}</p>
      <p>
        {plant.name || "A plant without a name"}, id {String(plant.id ?? "missing")}
      </p>
      <p>{text}</p>
      {what && (
        <p class="reality">
          <strong>{what}</strong> {knowledge}
        </p>
      )}
    </>
  );
}

const HEADLINES = {
  created: "Created, but the call failed",
  unknown: "Unknown",
  "not-created": "Not created",
};

function describeResult(result: CreatePlantResult | undefined): [headline: string, text: string] {
  if (result === undefined) return ["Creating…", "Waiting for the store."];
  if (!result.success) return [HEADLINES[result.error.outcome], result.error.message];
  const text = `The store responded 200 after ${plural(result.attempts, "attempt")}.`;
  if (!result.possibleDuplicate) return ["Created", text];
  return ["Created, possible duplicate", `${text} An earlier one may have created the plant, too.`];
}

function Details({ call: { events, result } }: { call: LastCall }) {
  return (
    <>
      <ol id="attempt-list" aria-label="Attempts">
        {describeAttempts(events).map((text, index) => (
          <li>
            <strong>Attempt {index + 1}</strong> {text}
          </li>
        ))}
      </ol>
      {result && <h3>{result.error?.name ?? "Result"}</h3>}
      {result && <pre id="returned">{formatValue(returnedOf(result))}</pre>}
    </>
  );
}

/** Without what is shown elsewhere. */
function returnedOf(result: CreatePlantResult): object {
  if (result.success) {
    const { success: _, error: __, response: ___, ...returned } = result;
    return returned;
  }
  const { name: _, message: __, ...returned } = result.error.toJSON();
  return returned;
}
