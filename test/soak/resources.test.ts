import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** What each step leaves over, in a process of its own: this one has a test runner's timers. */
const PROGRAM = `
  import { once } from "node:events";
  import { connect, createServer } from "node:net";
  import { countResources, leftOver, nextTurn } from ${JSON.stringify(new URL("resources.ts", import.meta.url).href)};

  const { signal } = new AbortController();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const found = {};
  const before = countResources(signal);
  const look = async (step, patience = 0) => {
    found[step] = await leftOver(before, signal, patience);
  };

  await look("nothing");
  const timer = setTimeout(() => {}, 2 ** 30);
  await look("a timer");
  clearTimeout(timer);
  const listener = () => {};
  signal.addEventListener("abort", listener);
  await look("a listener on the signal");
  signal.removeEventListener("abort", listener);
  process.on("warning", listener);
  await look("a listener on the process");
  process.off("warning", listener);
  const socket = connect(server.address().port, "127.0.0.1");
  const [[peer]] = await Promise.all([once(server, "connection"), once(socket, "connect")]);
  await nextTurn();
  await look("a connection");
  socket.destroy();
  peer.destroy();
  await look("a connection that closes", 10_000);
  await new Promise((resolve) => server.close(resolve));
  await nextTurn();
  await look("a server that is gone");
  console.log(JSON.stringify(found));
`;

test("timers, listeners and sockets that stay are left over, and those that go are waited for", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", PROGRAM]);
  expect(JSON.parse(stdout)).toEqual({
    nothing: [],
    "a timer": ["1 Timeout more"],
    "a listener on the signal": ["1 listeners of the long-lived signal more"],
    "a listener on the process": ["1 listeners of the process more"],
    "a connection": ["2 TCPSocketWrap more"],
    "a connection that closes": [],
    "a server that is gone": ["1 TCPServerWrap fewer"],
  });
});
