/**
 * Logs every call with pino, and traces and counts it with OpenTelemetry. Copy this file into your application. Import it
 * after the OpenTelemetry SDK has started: a counter that was created before counts nothing.
 */
import { randomUUID } from "node:crypto";
import { metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Level, Logger } from "pino";
import type {
  CreatePlantResult,
  NewPlant,
  PlantStoreCallOptions,
  PlantStoreClient,
  PlantStoreEvent,
} from "plant-store-sdk";

/** Returns an `onEvent` listener that logs every event. */
export function logEvents(log: Logger): (event: PlantStoreEvent) => void {
  return (event) => {
    const headers = event.type === "failure" ? event.error.response?.headers : undefined;
    const serverRequestId = headers?.get("x-request-id") ?? undefined; // the name that your service uses
    log[levelOf(event)]({ ...event, serverRequestId }, `create plant: ${event.type}`);
  };
}

function levelOf(event: PlantStoreEvent): Level {
  switch (event.type) {
    case "retry":
      return "warn";
    case "success":
      return event.possibleDuplicate ? "warn" : "info";
    case "failure":
      return event.outcome === "not-created" ? "warn" : "error";
    default: // "request", "response" and events of later versions
      return "debug";
  }
}

const tracer = trace.getTracer("plant-store");
const calls = metrics.getMeter("plant-store").createCounter("plant_store.calls", {
  description: "Calls that have ended",
  unit: "{call}",
});
// Start at 0: a counter that first appears with the value 1 has not increased, so its first call would raise no alert.
for (const kind of [
  "rejected",
  "unexpected-response",
  "connection",
  "timeout",
  "aborted",
  "token",
  "configuration",
]) {
  calls.add(0, { kind, outcome: "unknown" });
}

/** Creates a plant with a request id, in a span of its own. Logs and counts the call. */
export function createPlant(
  client: PlantStoreClient,
  log: Logger,
  plant: NewPlant,
  options?: Omit<PlantStoreCallOptions, "headers" | "onEvent">,
): Promise<CreatePlantResult> {
  const requestId = randomUUID();
  const logEvent = logEvents(log.child({ requestId, plantId: String(plant.id) }));
  return tracer.startActiveSpan("create plant", { kind: SpanKind.CLIENT }, async (span) => {
    const result = await client.safeCreatePlant(plant, {
      ...options,
      headers: { "x-request-id": requestId },
      onEvent(event) {
        logEvent(event);
        span.setAttribute("plant_store.call_id", event.callId);
        if (event.type === "retry") span.addEvent("retry", { wait: event.wait, outcome: event.outcome });
      },
    });
    const { kind, outcome } = result.success ? { kind: "success", outcome: "created" } : result.error;
    calls.add(1, { kind, outcome });
    span.setAttributes({ "plant_store.request_id": requestId, "plant_store.outcome": outcome });
    if (!result.success) {
      span.setAttribute("error.type", kind);
      span.setStatus({ code: SpanStatusCode.ERROR, message: result.error.message });
    }
    span.end();
    return result;
  });
}
