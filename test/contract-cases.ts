/** The rules of the specification and the defaults of the reference store, as requests and what must come of them. */
import type { NewPlant } from "plant-store-sdk";
import type { PlantStoreOptions } from "plant-store-sdk/mocks/store";

export interface ContractCase {
  /** A sentence about what the store does. */
  name: string;
  /** Of the store, where its defaults do not do. */
  options?: PlantStoreOptions;
  /** By default a POST. */
  method?: string;
  /** By default "/plants". */
  path?: string;
  /** Over a good token and the media type JSON; `undefined` leaves one out. */
  headers?: Record<string, string | undefined>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Of the answer. */
  status: number;
  /** Byte for byte. */
  answer: string;
  /** What the store holds afterwards. */
  plants: NewPlant[];
}

export const cases: ContractCase[] = [
  {
    name: "a valid plant is created and answered without its id",
    body: '{"id":1,"name":"Fern"}',
    status: 200,
    answer: '{"name":"Fern"}',
    plants: [{ id: 1, name: "Fern" }],
  },
];
