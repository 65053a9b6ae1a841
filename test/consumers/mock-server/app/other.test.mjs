import { testStore } from "./store-suite.mjs";

testStore("node-other");
