/** With MSW, which intercepts the client's requests. */
import { setupServer } from "msw/node";
import * as sdk from "plant-store-sdk";
import * as mocks from "plant-store-sdk/mocks";
import { suiteWithMsw } from "./suite.cjs";

suiteWithMsw({ ...sdk, ...mocks }, setupServer);
