/** The store through its own `fetch`. */
import { type Adapter, testAdapterContract, testRoutes, testService } from "./adapter-contract.ts";

const adapter: Adapter = async ({ fetch }) => ({ baseUrl: "https://plants.example", fetch });

testAdapterContract(adapter);
testService(adapter);
testRoutes(adapter);
