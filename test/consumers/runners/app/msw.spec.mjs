/** MSW catches the client's requests. */
import { setupServer } from "msw/node";
import * as sdk from "plant-store-sdk";
import * as mocks from "plant-store-sdk/mocks";
import { suiteBehindMsw } from "./suite.cjs";

suiteBehindMsw({ ...sdk, ...mocks }, setupServer);
