import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Prints what each step leaks. Runs in its own process, because the test runner has timers too. */
const PROGRAM = `
  import { once } from "node:events";
  import { connect, createServer } from "node:net";
  import { countResources, findLeaks, nextTurn } from ${JSON.stringify(new URL("resources.ts", import.meta.url).href)};

  const { signal } = new AbortController();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const found = {};
  const before = countResources(signal);
  const check = async (step, patience = 0) => {
    found[step] = await findLeaks(before, signal, patience);
  };

  await check("nothing");
  const timer = setTimeout(() => {}, 2 ** 30);
  await check("a timer");
  clearTimeout(timer);
  const listener = () => {};
  signal.addEventListener("abort", listener);
  await check("a listener on the signal");
  signal.removeEventListener("abort", listener);
  process.on("warning", listener);
  await check("a listener on the process");
  process.off("warning", listener);
  const socket = connect(server.address().port, "127.0.0.1");
  const [[peer]] = await Promise.all([once(server, "connection"), once(socket, "connect")]);
  await nextTurn();
  await check("a connection");
  socket.destroy();
  peer.destroy();
  await check("a connection that closes", 10_000);
  await new Promise((resolve) => server.close(resolve));
  await nextTurn();
  await check("a closed server");
  console.log(JSON.stringify(found));
`;

test("findLeaks reports timers, listeners and sockets that stay, and waits for those that close", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", PROGRAM]);
  expect(JSON.parse(stdout)).toEqual({
    nothing: [],
    "a timer": ["1 Timeout more"],
    "a listener on the signal": ["1 listeners of the long-lived signal more"],
    "a listener on the process": ["1 listeners of the process more"],
    "a connection": ["2 TCPSocketWrap more"],
    "a connection that closes": [],
    "a closed server": ["1 TCPServerWrap fewer"],
  });
});
