/** Without MSW: the client uses `store.fetch`. */
import * as sdk from "plant-store-sdk";
import * as mocks from "plant-store-sdk/mocks/store";
import { suite } from "./suite.cjs";

suite({ ...sdk, ...mocks }, ({ fetch }) => ({ fetch }));
