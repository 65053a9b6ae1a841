/** Sessions are limited in number: no web page of another site may use them up. */
import { expect, test } from "vitest";
import { openAdmin, send } from "../mocks/admin/admin-server.ts";
import { RawClient, requestText } from "../support/raw-client.ts";

test.each([
  ["a page whose name was rebound to this machine", "POST", "plants", { host: "plants.example" }, 403],
  ["an <img> of another site", "GET", "plants", { "sec-fetch-site": "cross-site" }, 403],
  ["an <img> of another port of this machine", "GET", "plants", { "sec-fetch-site": "same-site" }, 405],
  ["an <img> of the live page itself", "GET", "__admin/plants", { "sec-fetch-site": "same-origin" }, 200],
  ["the preflight of a page on another port", "OPTIONS", "plants", { origin: "http://127.0.0.1:1" }, 204],
])("%s creates no session", async (_, method, path, headers, status) => {
  const { server, url } = await openAdmin();
  const client = await RawClient.connect(server.port);
  client.send(requestText(`/sessions/one/${path}`, { method, host: "127.0.0.1", body: "", ...headers }));
  expect((await client.response(method)).status).toBe(status);
  expect(await send("GET", `${url}/sessions`)).toEqual({ status: 200, text: '{"sessions":[]}' });
});
