/** What the tests know about a service of this folder. Written before `check` has seen it. */
import type { PlantStoreCheckName, PlantStoreCheckOutcome, PlantStoreRules } from "plant-store-sdk/check";
import { TOKEN } from "../../check/small-service.ts";

export interface InteropService {
  /** The command that starts it. @param folder of its programs and of installed packages */
  command: (folder: string, port: number) => [program: string, ...args: string[]];
  /** The statements of checks, besides {@link COMMON}. `#` stands for a long number, and for the random end of a name. */
  truth: [name: PlantStoreCheckName, result: PlantStoreCheckOutcome, detail: string | RegExp][];
  /** Some of its rules. */
  rules: PlantStoreRules;
  /** Requests of `TWENTY_REQUESTS` that a mock with its rules responds to in another way. */
  differing: string[];
  /** The status for a name of 500 characters. */
  tooLong: number;
  /** The status for 2^53+1 after 2^53. */
  rounded: number;
  /** What an import with its rules says about rows whose plants exist. */
  secondImport: "exists" | "notCreated" | "created";
}

type Truth = InteropService["truth"];

/** Equal results. */
export const each = (
  names: PlantStoreCheckName[],
  result: PlantStoreCheckOutcome,
  detail: string | RegExp,
): Truth => names.map((name) => [name, result, detail]);

const CREATED = '{"name":"plant-store-sdk check #"}';
export const accepts = (name: PlantStoreCheckName, what: string, body = CREATED) =>
  [name, "violation", `expected a rejection of ${what}; received 200 ${body}`] satisfies Truth[number];

/** @param id that the service takes it for */
export const acceptsAs = (id: number, name: PlantStoreCheckName, what: string) =>
  accepts(name, what, `${CREATED}; the curl line needs the id ${id}, which is taken now`);

/** What is true for a service that does not say otherwise. */
export const COMMON: Truth = [
  ...each(["create", "create-without-tag", "id-max"], "pass", "created"),
  ...each(["json-spaces", "json-order", "json-escapes"], "pass", "created"),
  ["bearer-case", "fact", "accepts Bearer only"],
  ["unknown-field", "fact", "ignored"],
  ["name-unique", "fact", "names need not be unique"],
  ["id-exact", "pass", "n and n+1 are two ids"],
  ["idempotency-key", "fact", "not honoured"],
  ["lone-surrogate", "fact", "accepted"],
  ["cors", "fact", "pages of an unknown origin may not call it"],
  ["rejection-stable", "pass", "the same three times"],
  ["text-exact", "pass", "unchanged"],
  ["rejection-creates-nothing", "pass", "the id of a rejected plant is free"],
  ["duplicate-concurrent", "fact", "1 of 10 simultaneous plants with one id was created"],
  ["media-types", "pass", "each 200 with a Plant and each 400 with an Error is application/json"],
];

/** The headers are those that differ from a plant with the right token; `null` removes one. */
type DescribedRequest = [what: string, body: string, headers?: Record<string, string | null>];

/** Varied requests to which every service keeps the specification, in this order. */
export const TWENTY_REQUESTS: DescribedRequest[] = [
  ["a plant", '{"id":1001,"name":"Fern","tag":"indoor"}'],
  ["an equal plant", '{"id":1001,"name":"Fern","tag":"indoor"}'],
  ["another plant with its id", '{"id":1001,"name":"Ivy","tag":"indoor"}'],
  ["an id above 2^53", '{"id":9007199254740992,"name":"Large","tag":"indoor"}'],
  ["a negative id", '{"id":-3,"name":"Negative","tag":"indoor"}'],
  ["an empty name", '{"id":1006,"name":"","tag":"indoor"}'],
  ["a name of 45 accented letters", JSON.stringify({ id: 1007, name: "é".repeat(45), tag: "indoor" })],
  ["a name of 40 emojis", JSON.stringify({ id: 1008, name: "🌿".repeat(40), tag: "indoor" })],
  ["a name of 101 letters", JSON.stringify({ id: 1009, name: "x".repeat(101), tag: "indoor" })],
  ["a tag of 35 letters", JSON.stringify({ id: 1010, name: "Tagged", tag: "x".repeat(35) })],
  ["no name", '{"id":1011,"tag":"indoor"}'],
  ["a name that is an object", '{"id":1012,"name":{"text":"Fern"},"tag":"indoor"}'],
  ["a tag that is an object", '{"id":1013,"name":"Moss","tag":{"type":"indoor"}}'],
  ["half a body", '{"id":1014,"name":"Mo'],
  ["an unknown field", '{"id":1015,"name":"Cheap","tag":"indoor","price":3}'],
  ["no token", '{"id":1016,"name":"No token","tag":"indoor"}', { authorization: null }],
  ["a wrong token", '{"id":1017,"name":"Wrong token","tag":"indoor"}', { authorization: "Bearer wrong" }],
  ["bearer", '{"id":1018,"name":"Lower case","tag":"indoor"}', { authorization: `bearer ${TOKEN}` }],
  ["text/plain", '{"id":1019,"name":"Text","tag":"indoor"}', { "content-type": "text/plain" }],
  ["a body of 150 kB", '{"id":1020,"name":"Spacious","tag":"indoor"}'.padEnd(150_000)],
];
