/** An application that uses only the version. */
import { VERSION } from "plant-store-sdk";

globalThis.done = Promise.resolve({ name: VERSION });
