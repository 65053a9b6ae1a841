/** TLS in front of a port of this machine that speaks plain HTTP, until the running test ends. */
import { connect } from "node:net";
import { pipeline } from "node:stream";
import { createServer } from "node:tls";
import { listenUntilTestEnds } from "../support/servers.ts";

/** @returns the base URL to reach it by. */
export async function terminateTls(
  port: number,
  certificate: { key: string; cert: string },
): Promise<string> {
  const server = createServer(certificate, (outside) => {
    // Where one end breaks off, so does the other.
    pipeline(outside, connect(port, "127.0.0.1"), outside, () => {});
  });
  return `https://127.0.0.1:${await listenUntilTestEnds(server)}`;
}
