/** Thirty varied requests, for comparing a service with a mock that has its rules. Written before the rules were found. */
import { TOKEN } from "./real-services.ts";
import type { DescribedRequest } from "./send-requests.ts";

/** In this order, since later ones use ids of earlier ones. */
export const THIRTY_REQUESTS: DescribedRequest[] = [
  ["a plant", '{"id":1,"name":"Fern"}'],
  ["a plant with a tag", '{"id":2,"name":"Moss","tag":"indoor"}'],
  ["an equal plant", '{"id":1,"name":"Fern"}'],
  ["another plant with its id", '{"id":1,"name":"Ivy"}'],
  ["a negative id", '{"id":-3,"name":"Fern"}'],
  ["an id above 2^53", '{"id":9007199254740992,"name":"Fern"}'],
  ["the next id", '{"id":9007199254740993,"name":"Moss"}'],
  ["the largest id", '{"id":9223372036854775807,"name":"Fern"}'],
  ["a name of Chinese characters and an emoji", '{"id":9,"name":"蕨🌿"}'],
  ["an empty name", '{"id":10,"name":""}'],
  ["a name of 64 characters", JSON.stringify({ id: 11, name: "x".repeat(64) })],
  ["a name of 101 characters", JSON.stringify({ id: 12, name: "x".repeat(101) })],
  ["a tag of 33 characters", JSON.stringify({ id: 13, name: "Fern", tag: "x".repeat(33) })],
  ["an empty tag", '{"id":14,"name":"Fern","tag":""}'],
  ["an unknown field", '{"id":15,"name":"Fern","price":3}'],
  ["no name", '{"id":16}'],
  ["no id", '{"name":"Fern"}'],
  ["a name that is an array", '{"id":18,"name":["Fern"]}'],
  ["a tag that is a number", '{"id":19,"name":"Fern","tag":5}'],
  ["an empty body", ""],
  ["half a body", '{"id":21,"name":"Fe'],
  ["a body that is text", '"Fern"'],
  ["a body that is an array", '[{"id":23,"name":"Fern"}]'],
  ["a body of 200 kB", JSON.stringify({ id: 24, name: "x".repeat(200_000) })],
  ["no token", '{"id":25,"name":"Fern"}', { authorization: null }],
  ["a wrong token", '{"id":26,"name":"Fern"}', { authorization: "Bearer wrong" }],
  ["a scheme in lower case", '{"id":27,"name":"Fern"}', { authorization: `bearer ${TOKEN}` }],
  ["another scheme", '{"id":28,"name":"Fern"}', { authorization: "Basic YTpi" }],
  ["text/plain", '{"id":29,"name":"Fern"}', { "content-type": "text/plain" }],
  ["UTF-8 as a parameter", '{"id":30,"name":"Fern"}', { "content-type": "application/json; charset=utf-8" }],
];
