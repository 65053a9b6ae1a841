/** examples/observability.ts with pino and OpenTelemetry, which write to memory, and the mock. */
import { context, metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import * as sdkMetrics from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { pino } from "pino";
import type { PlantStoreFetch } from "plant-store-sdk";
import { type Fault, faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test, vi } from "vitest";
import { plant, testClient } from "../support/client.ts";

const [DEBUG, INFO, WARN, ERROR] = [20, 30, 40, 50] as const;

/** Starts OpenTelemetry's SDKs, then imports the example, which must find them. */
async function setUp() {
  const spans = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter: spans })];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const exporter = new sdkMetrics.InMemoryMetricExporter(sdkMetrics.AggregationTemporality.CUMULATIVE);
  const reader = new sdkMetrics.PeriodicExportingMetricReader({ exporter });
  const meterProvider = new sdkMetrics.MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(meterProvider);
  onTestFinished(async () => {
    await meterProvider.shutdown();
    for (const api of [trace, context, metrics]) api.disable();
  });
  vi.resetModules(); // So that every test imports a new copy.
  const example = await import("../../examples/observability.ts");

  const written: string[] = [];
  const log = pino({ level: "debug" }, { write: (line) => written.push(line) });
  const store = new MockStore();
  /** The `x-request-id` of every request. */
  const requestIds: unknown[] = [];
  const fetch: PlantStoreFetch = async (url, init) => {
    requestIds.push(init.headers["x-request-id"]);
    const response = await store.fetch(url, init);
    response.headers.set("x-request-id", "id-of-the-server");
    response.headers.set("set-cookie", "session=cookie-of-the-server");
    return response;
  };
  const client = testClient({ fetch });
  return {
    store,
    requestIds,
    log,
    create: (newPlant = plant, options = {}) => example.createPlant(client, log, newPlant, options),
    written,
    lines: () => written.map((line) => JSON.parse(line)),
    spans: () => spans.getFinishedSpans(),
    counts: async () => {
      await meterProvider.forceFlush();
      const [counter] = exporter.getMetrics().at(-1)?.scopeMetrics[0]?.metrics ?? [];
      expect(counter?.descriptor.name).toBe("plant_store.calls");
      return counter?.dataPoints.map(({ attributes, value }) => ({ ...attributes, value })) ?? [];
    },
  };
}

const request = { level: DEBUG, type: "request", attempt: 1 };
const response = { ...request, type: "response" };

test.each<[string, Fault, level: number, lines: object[], kind: string, outcome: string]>([
  ["succeeds", faults.delay(0), INFO, [request, response], "success", "created"],
  ["fails by a 400", faults.status(400), WARN, [request, response], "rejected", "not-created"],
  ["fails by a 503", faults.status(503), ERROR, [request, response], "unexpected-response", "unknown"],
  ["loses its response", faults.reset({ afterCreate: true }), ERROR, [request], "connection", "unknown"],
])("a call that %s has its log lines, a span and a count", async (_, fault, level, before, kind, outcome) => {
  const { store, create, lines, spans, counts } = await setUp();
  store.enqueue(fault);
  const result = await create();
  const message = result.success ? undefined : result.error.message;
  const last = result.success
    ? { type: "success", status: 200 }
    : { type: "failure", kind, outcome, error: { message } };
  expect(lines()).toMatchObject([...before, { level, ...last }]);
  const [{ callId, requestId }] = lines();
  const ids = { "plant_store.call_id": callId, "plant_store.request_id": requestId };
  const error = !result.success && { "error.type": kind };
  const attributes = { ...ids, "plant_store.outcome": outcome, ...error };
  const status = result.success ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message };
  expect(spans()).toMatchObject([{ name: "create plant", attributes, status }]);
  expect(await counts()).toContainEqual({ kind, outcome, value: 1 });
});

test("a plant that is not sent is logged, traced and counted as well", async () => {
  const { create, lines, spans, counts } = await setUp();
  await create({ id: 1.5, name: "Fern" });
  expect(lines()).toMatchObject([{ type: "failure", level: WARN, attempt: 0, plantId: "1.5" }]);
  expect(spans()).toMatchObject([{ attributes: { "error.type": "invalid-plant" } }]);
  expect(await counts()).toContainEqual({ kind: "invalid-plant", outcome: "not-created", value: 1 });
});

test("a retry is a warning and an event of the span, and sends the same request id again", async () => {
  const { store, create, lines, spans, requestIds } = await setUp();
  store.enqueue(faults.status(429, { headers: { "retry-after": "0" } }));
  await create();
  const retry = { level: WARN, type: "retry", outcome: "not-created" };
  expect(lines()).toContainEqual(expect.objectContaining(retry));
  expect(spans()).toMatchObject([{ events: [{ name: "retry", attributes: { outcome: "not-created" } }] }]);
  const [line] = lines();
  expect(requestIds).toEqual([line?.requestId, line?.requestId]);
});

test("a success after an attempt that ended unknown is a warning", async () => {
  const { store, create, lines } = await setUp();
  store.enqueue(faults.reset({ afterCreate: true }));
  await create(plant, { retryUnknown: true });
  expect(lines().at(-1)).toMatchObject({ level: WARN, type: "success", possibleDuplicate: true });
});

test("the counter starts at 0 for every kind that can end unknown", async () => {
  const { counts } = await setUp();
  const kinds = "rejected unexpected-response connection timeout aborted token configuration".split(" ");
  expect(await counts()).toEqual(kinds.map((kind) => ({ kind, outcome: "unknown", value: 0 })));
});

test("a span is a child of the caller's, and the parent of what fetch traces", async () => {
  const { create, spans, store } = await setUp();
  const tracer = trace.getTracer("test");
  vi.spyOn(store, "fetch").mockImplementation(async () => {
    tracer.startSpan("request").end();
    return Response.json({ name: "Fern" });
  });
  await tracer.startActiveSpan("caller", async (span) => {
    await create();
    span.end();
  });
  const [inner, call, caller] = spans();
  expect([inner?.name, call?.name, caller?.name]).toEqual(["request", "create plant", "caller"]);
  expect(inner?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
  expect(call?.parentSpanContext?.spanId).toBe(caller?.spanContext().spanId);
});

test("the log has the server's request id, and neither its cookies nor the token", async () => {
  const { store, create, log, lines, written } = await setUp();
  store.enqueue(faults.status(503));
  const result = await create();
  expect(lines().at(-1)).toMatchObject({ type: "failure", serverRequestId: "id-of-the-server" });
  if (!result.success) log.error({ err: result.error }, "under pino's own key");
  expect(lines().at(-1)).toMatchObject({ err: { kind: "unexpected-response", response: { status: 503 } } });
  expect(written.join("")).not.toMatch(/cookie|secret-token/);
});
