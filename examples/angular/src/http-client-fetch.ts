import { type HttpClient, HttpErrorResponse } from "@angular/common/http";
import type { PlantStoreFetch } from "plant-store-sdk";
import { firstValueFrom, fromEvent, takeUntil } from "rxjs";

/** A `fetch` that passes requests through the interceptors of HttpClient. None of them may retry. */
export function httpClientFetch(http: HttpClient): PlantStoreFetch {
  return async (url, { method, headers, body, redirect, signal }) => {
    const options = { body, headers, redirect, observe: "response", responseType: "text" } as const;
    const sent = http.request(method, url, options).pipe(takeUntil(fromEvent(signal, "abort")));
    const response = await firstValueFrom(sent).catch((error) => {
      if (error instanceof HttpErrorResponse && error.status > 0) return error;
      throw new TypeError("fetch failed", { cause: error.error ?? error });
    });
    const text = response instanceof HttpErrorResponse ? response.error : response.body;
    const received = response.headers
      .keys()
      .map((name): [string, string] => [name, `${response.headers.get(name)}`]);
    // HttpClient has read the body, so a body may accompany any status here.
    return { status: response.status, headers: new Headers(received), text: async () => `${text ?? ""}` };
  };
}
