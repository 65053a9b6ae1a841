/** The memory of a mock process with an event reader that has stopped reading. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installApp } from "../app.ts";
import { startMock } from "./command.ts";

const app = installApp(import.meta.dirname);

const MEGABYTE = 1_048_576;
const CONNECTIONS = 10;
const REQUESTS = 100_000;
/** Requests that are sent without waiting for their responses. */
const BATCH = 100;

const body = JSON.stringify({ id: 9007199254740991, name: "x".repeat(400) });
const request = `POST /plants HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer a-very-secret-token\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** Sends requests on a connection, and resolves when all are successful. */
async function sendRequests(port: number, count: number): Promise<void> {
  const socket = await open(port);
  for (let sent = 0; sent < count; sent += BATCH) {
    socket.write(request.repeat(BATCH));
    let text = "";
    while (text.split("HTTP/1.1 200 OK").length <= BATCH || !text.endsWith("}")) {
      const [chunk] = await once(socket, "data");
      text += chunk;
    }
  }
  socket.destroy();
}

test("100,000 requests and an event reader that has stopped reading leave less than 50 MB in use", async () => {
  const { mock, url } = await startMock(app.folder, ["--import", join(app.folder, "app/report-memory.mjs")]);
  onTestFinished(() => void mock.kill());
  const port = Number(new URL(url).port);
  const reader = await open(port);
  reader.write("GET /__admin/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  await once(reader, "readable"); // The response has started. Nobody reads it.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendRequests(port, REQUESTS / CONNECTIONS)));
  mock.send("memory");
  const [bytes] = await once(mock, "message");
  expect(bytes).toBeLessThan(50 * MEGABYTE);
});
