import { Agent, fetch } from "undici";

const [, , url, count] = process.argv;
const dispatcher = new Agent({ connections: 1 });
const headers = { authorization: "Bearer any", "content-type": "application/json" };

async function post(id) {
  const body = JSON.stringify({ id, name: "Fern" });
  const signal = AbortSignal.timeout(1_000);
  const response = await fetch(`${url}/plants`, { method: "POST", headers, body, signal, dispatcher });
  return `${response.status} ${await response.text()}`;
}

for (let id = 1; id <= count; id++) console.log(id, await post(id).catch(() => "error"));
await dispatcher.destroy();
