/** The store as a `fetch`: nothing is intercepted, and nothing leaves the process. */
import { type Carry, testContract, testRoutes } from "../contract.ts";
import { testFaults } from "../fault-contract.ts";

const carry: Carry = async ({ fetch }) => ({ baseUrl: "https://plants.example", fetch });

testContract(carry);
testRoutes(carry);
testFaults(carry);
