import { HttpClient, provideHttpClient, withFetch } from "@angular/common/http";
import { HttpTestingController, provideHttpClientTesting } from "@angular/common/http/testing";
import { TestBed } from "@angular/core/testing";
import { PlantStoreClient } from "plant-store-sdk";
import { beforeEach, expect, test } from "vitest";
import { httpClientFetch } from "./http-client-fetch";

let http: HttpTestingController;
let client: PlantStoreClient;

beforeEach(() => {
  TestBed.configureTestingModule({ providers: [provideHttpClient(withFetch()), provideHttpClientTesting()] });
  http = TestBed.inject(HttpTestingController);
  const fetch = httpClientFetch(TestBed.inject(HttpClient));
  client = new PlantStoreClient({ baseUrl: "https://shop.example/api", token: null, fetch });
});

/** The request of a call, and the call. */
async function call() {
  const result = client.safeCreatePlant({ id: 1, name: "Fern" });
  await new Promise((done) => setTimeout(done));
  return { request: http.expectOne({ method: "POST", url: "https://shop.example/api/plants" }), result };
}

test("a plant that the store returns is a success", async () => {
  const { request, result } = await call();
  expect(request.request.body).toBe('{"id":1,"name":"Fern"}');
  request.flush('{"name":"Fern"}');
  expect(await result).toMatchObject({ success: true, data: { name: "Fern" } });
});

test("a 400 is a rejection with the error of the store", async () => {
  const { request, result } = await call();
  request.flush('{"error":7,"message":"no"}', { status: 400, statusText: "Bad Request" });
  expect((await result).error).toMatchObject({ kind: "rejected", outcome: "not-created", error: 7 });
});

test("a lost response is unknown", async () => {
  const { request, result } = await call();
  request.error(new ProgressEvent("error"));
  expect((await result).error).toMatchObject({ kind: "connection", outcome: "unknown" });
});
