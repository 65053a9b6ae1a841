import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

const [, , url, count] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const headers = { authorization: "Bearer any", "content-type": "application/json" };

function post(id) {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(3_000);
    const sent = request(`${url}/plants`, { method: "POST", agent, headers, signal }, (response) => {
      text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject);
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ id, name: "Fern" }));
  });
}

for (let id = 1; id <= count; id++) console.log(id, await post(id).catch(() => "error"));
agent.destroy();
