// Runs `PROGRAM ARGUMENTS... URL...`, and prints the requests of each event and what the program said.
// The program sends a POST to each URL, one after another, and prints a line for each. After the event, a request gets a 200.
//
//   node serve-events.mjs 'closed (reused), 503' PROGRAM ARGUMENTS...
//
// closed, reset: the server reads the request, then ends the connection without a response (FIN, RST)
// cut: it closes within the body of a 200; cut chunked: the same with a chunked body
// (reused): the connection has served a request before; all: every later request meets the event, too
// 503 retry-after: a status with `retry-after: 0`; 302: a redirect to /done
import { execFile } from "node:child_process";
import net from "node:net";

const [events, program, ...args] = process.argv.slice(2);
const PLANT = '{"name":"Fern"}';
const response = (status, body, headers = "") =>
  `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;

function meet(event, socket) {
  if (event.startsWith("closed")) return socket.end();
  if (event.startsWith("reset")) return socket.resetAndDestroy();
  if (event.startsWith("cut chunked"))
    return socket.end(`HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n5\r\n${PLANT.slice(0, 5)}\r\n`);
  if (event.startsWith("cut")) return socket.end(response(200, PLANT).slice(0, -10));
  const status = event.slice(0, 3);
  if (status.startsWith("3")) return socket.write(response(status, "", "location: /done\r\n"));
  const retry = event.includes("retry-after") ? "retry-after: 0\r\n" : "";
  socket.write(response(status, `{"error":${status},"message":"no"}`, retry));
}

/** Calls back with each whole request: its method, its path and the length of its body. */
function readRequests(socket, callback) {
  let text = "";
  socket.on("error", () => {});
  socket.setEncoding("latin1").on("data", (chunk) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = text.slice(0, end);
      const [, method, path] = /^(\w+) (\S+)/.exec(head);
      const length = /^content-length: *(\d+)/im.exec(head);
      let bodyEnd = end + 4 + Number(length?.[1] ?? 0);
      if (/^transfer-encoding: *chunked/im.test(head)) {
        const last = text.indexOf("0\r\n\r\n", end + 4);
        bodyEnd = last < 0 ? Number.POSITIVE_INFINITY : last + 5;
      }
      if (text.length < bodyEnd) return;
      const hasBody = bodyEnd > end + 4;
      text = text.slice(bodyEnd);
      callback({ method, path, hasBody, head });
    }
  });
}

const servers = [];
const urls = [];
for (const event of events.split(", ")) {
  const first = event.includes("reused") ? 2 : 1;
  const seen = [];
  let number = 0;
  const server = net.createServer((socket) => {
    readRequests(socket, ({ method, path, hasBody }) => {
      number += 1;
      if (number >= first) {
        const where = path === "/plants" ? "" : ` ${path}`;
        seen.push(`${method}${where}${method === "GET" && hasBody ? " with a body" : ""}`);
      }
      if (number === first || (number > first && event.endsWith("all"))) meet(event, socket);
      else socket.write(response(200, PLANT));
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  servers.push({ event, first, seen });
  for (let count = 0; count < first; count++) urls.push(`http://127.0.0.1:${server.address().port}/plants`);
}
execFile(program, [...args, ...urls], { timeout: 150_000 }, (error, stdout, stderr) => {
  const lines = stdout.trimEnd().split("\n");
  for (const { event, first, seen } of servers) {
    const said = lines.splice(0, first).at(-1);
    const times =
      seen.length > 3 && new Set(seen).size === 1 ? `${seen.length} x ${seen[0]}` : seen.join(", ");
    console.log(`${event}: ${times}; ${said}`);
  }
  if (error || stderr) console.log(error?.message, stderr);
  process.exit();
});
