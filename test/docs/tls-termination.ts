/** Serves a local HTTP port over TLS until the test ends. */
import { connect } from "node:net";
import { pipeline } from "node:stream";
import { createServer } from "node:tls";
import { listenUntilTestEnds } from "../support/servers.ts";

/** @returns its base URL. */
export async function terminateTls(
  port: number,
  certificate: { key: string; cert: string },
): Promise<string> {
  const server = createServer(certificate, (outside) => {
    // If one side closes, the other closes too.
    pipeline(outside, connect(port, "127.0.0.1"), outside, () => {});
  });
  return `https://127.0.0.1:${await listenUntilTestEnds(server)}`;
}
