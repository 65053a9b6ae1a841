import { Agent, fetch } from "undici";

const [, , url, count] = process.argv;
const dispatcher = new Agent({ connections: 1 });
const headers = { authorization: "Bearer any", "content-type": "application/json" };

async function post(id) {
  const plant = JSON.stringify({ id, name: "Fern" });
  const body = process.env.ONCE ? ReadableStream.from([Buffer.from(plant)]) : plant;
  const signal = AbortSignal.timeout(3_000);
  const response = await fetch(`${url}/plants`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
    signal,
    dispatcher,
  });
  return `${response.status} ${await response.text()}`;
}

for (let id = 1; id <= count; id++) console.log(id, await post(id).catch(() => "error"));
await dispatcher.destroy();
