/** The store as a `fetch`: nothing is intercepted, and nothing leaves the process. */
import { type Carry, testContract, testRoutes } from "./adapter-contract.ts";
import { testFaults } from "./adapter-fault-contract.ts";

const carry: Carry = async ({ fetch }) => ({ baseUrl: "https://plants.example", fetch });

testContract(carry);
testRoutes(carry);
testFaults(carry);
