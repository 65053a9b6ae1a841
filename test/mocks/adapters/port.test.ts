/** The store on a real port, through Node's `fetch`. */
import { listen } from "plant-store-sdk/mocks/server";
import { type Adapter, testAdapterContract, testRoutes } from "./adapter-contract.ts";

const adapter: Adapter = async (store, onTestFinished) => {
  const server = await listen(store);
  onTestFinished(() => server.close());
  return { baseUrl: server.url, fetch };
};

testAdapterContract(adapter, 2); // Fetch Standard, "HTTP-network-or-cache fetch".
testRoutes(adapter);
