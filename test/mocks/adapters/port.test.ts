/** The store on a real port, by Node's own `fetch`. */
import { listen } from "plant-store-sdk/mocks/server";
import { type Carry, testContract, testRoutes } from "./adapter-contract.ts";
import { testFaults } from "./adapter-fault-contract.ts";

const carry: Carry = async (store, onTestFinished) => {
  const server = await listen(store);
  onTestFinished(() => server.close());
  return { baseUrl: server.url, fetch };
};

testContract(carry);
testRoutes(carry);
testFaults(carry);
