/** An application that needs next to nothing of the package. */
import { VERSION } from "plant-store-sdk";

globalThis.done = Promise.resolve({ name: VERSION });
