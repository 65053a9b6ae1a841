import { Agent } from "node:http";
import axios from "axios";
import axiosRetry, { isIdempotentRequestError } from "axios-retry";

const [, , url, count] = process.argv;
const httpAgent = new Agent({ keepAlive: true, maxSockets: 1 });
const headers = { authorization: "Bearer any" };
const client = axios.create({ httpAgent, headers, timeout: 3_000, responseType: "text" });
axiosRetry(client, process.env.ONCE ? { retryCondition: isIdempotentRequestError } : {});

// A status is an error with a response. So is a body that was cut, but its response has no data.
const post = (id) => client.post(`${url}/plants`, { id, name: "Fern" }).catch(({ response }) => response);

for (let id = 1; id <= count; id++) {
  const response = await post(id);
  console.log(id, response?.data !== undefined ? `${response.status} ${response.data}` : "error");
}
httpAgent.destroy();
