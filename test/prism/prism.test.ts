/** What others' work makes of the reference store: Prism, in front of it, checks every request and answer. */
import { listen } from "plant-store-sdk/mocks/server";
import { createPlantStore, faults } from "plant-store-sdk/mocks/store";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type ContractCase, cases } from "../mocks/adapters/adapter-contract-cases.ts";
import { FERN, JSON_HEADERS } from "../support/post-plant.ts";
import { installPrism, startPrism, violationsOf } from "./prism.ts";

const store = createPlantStore();
let baseUrl: string;

beforeAll(async () => {
  await installPrism();
  const upstream = await listen(store);
  const prism = await startPrism(upstream.url);
  baseUrl = prism.url;
  return async () => {
    await prism.close();
    await upstream.close();
  };
}, 300_000);

afterEach(() => store.reset());

/** Names of cases, by the reason why Prism and the store part there. */
type Exceptions = Record<string, string[]>;

const noJson = (what: string) => `a body with ${what} is refused, for it is no JSON`;
const exactId = (text: string) => `the id ${text} is kept exact`;
const refusedId = (text: string) => `the id ${text} is refused`;
const refusedBody = (text: string) => `${text} is refused by the names of its fields`;
const refusedMediaType = (text: string) => `the media type "${text}" is refused`;
const acceptedAuthorization = (text: string) => `the authorization "${text}" is accepted`;

/** What rounding makes an id beyond int64 of. */
const ROUNDED_UP = [
  "9.223372036854775807e18",
  "9223372036854775806",
  "9223372036854775807",
  "-9223372036854775807",
  "-9223372036854775808",
  "-92233720368547758080e-1",
].map(exactId);

const UNREADABLE_MEDIA_TYPES = ["text/plain; application/json", "json"].map(refusedMediaType);
const DEEP = "a field nested as deep as a body can hold breaks nothing";
const NOT_UTF8 = "a body that is not UTF-8 is refused";
const WHITE_SPACE = "white space counts as well";

const unanswered: Exceptions = {
  "Of a body that it cannot parse, Prism awaits an end that has come already.": [
    "white space",
    "a word",
    "an object that does not end",
    "single quotes",
    "a name without quotes",
    "a leading zero",
    "a leading plus",
    "a number that ends in a point",
    "a hexadecimal number",
    "NaN",
    "undefined",
    "a comma too many",
    "a comment",
    "a line break within a string",
    "an escape that there is none",
    "two plants",
    "a form",
  ]
    .map(noJson)
    .concat("a body that ends within a character is refused", "a body in UTF-16 is refused"),
  "Prism takes a byte order mark for no JSON.": ["a byte order mark is overlooked"],
};

const answeredOtherwise: Exceptions = {
  "Prism forwards numbers as doubles.": [
    ...ROUNDED_UP,
    ...["1.00000000000000000001", "9007199254740992.5"].map(refusedId),
  ],
  "Prism forwards null as nothing, and a string without its quotes.": ["null", '"Fern"'].map(refusedBody),
  "Prism forwards U+FFFD for what is not UTF-8.": [NOT_UTF8],
  "Prism forwards no white space.": [WHITE_SPACE],
  "Prism itself fails at such a media type, and answers 500.": UNREADABLE_MEDIA_TYPES,
  "Prism itself fails at so deep a body, and answers 500.": [DEEP],
};

const judgedOtherwise: Exceptions = {
  "Prism takes int64 to end at 2^53-1.": [
    ...ROUNDED_UP,
    ...["9007199254740992", "9007199254740993", "-9007199254740993", "9007199254740993.0"].map(exactId),
  ],
  "Prism reads numbers as doubles: this one as 1.": [refusedId("1.00000000000000000001")],
  "Prism overlooks what is not UTF-8.": [NOT_UTF8],
  "The limit is the store's own: the document has none.": [
    "a body of a byte more than 1 MiB is refused",
    WHITE_SPACE,
  ],
  "Prism takes every +json for JSON.": [refusedMediaType("application/vnd.plants+json")],
  "Prism itself fails at such a media type, before it judges.": UNREADABLE_MEDIA_TYPES,
  "Prism minds the case of the scheme, which RFC 9110 section 11.1 does not.": [
    "bearer x",
    "BEARER x",
    "bEARER ~a.b-c_d+e/f==",
  ].map(acceptedAuthorization),
  "Prism takes a tab for the space of RFC 6750 section 2.1.": [
    'the authorization "Bearer\tsecret-token-of-the-tests" is refused',
  ],
};

const namesIn = (...exceptions: Exceptions[]) => exceptions.flatMap((names) => Object.values(names).flat());

/** Those that a store by its defaults serves, whatever plants it holds. */
const served = cases.filter(({ options = {} }) => Object.keys(options).every((name) => name === "plants"));
const answered = served.filter(({ name }) => !namesIn(unanswered).includes(name));

for (const contractCase of answered) {
  const { name, status, responseBody: answer } = contractCase;
  const exceptions = { answer: namesIn(answeredOtherwise), verdict: namesIn(judgedOtherwise) };
  const isException = {
    answer: exceptions.answer.includes(name),
    verdict: exceptions.verdict.includes(name),
  };

  test(`Prism ${isException.answer || isException.verdict ? "disagrees" : "agrees"}: ${name}`, async () => {
    const response = await send(contractCase);
    const violations = violationsOf(response);
    expect(violations.response).toEqual([]);

    const isRefused = status !== 200;
    const prismRefuses = violations.request.length > 0;
    expect(prismRefuses, violations.request.join("; ")).toBe(isException.verdict ? !isRefused : isRefused);

    const received = { status: response.status, answer: await response.text() };
    if (isException.answer) expect(received).not.toEqual({ status, answer });
    else expect(received).toEqual({ status, answer });
  });
}

// Later requests that are answered are the sign: nothing has to be waited for.
test.each(namesIn(unanswered))("Prism does not answer: %s", async (name) => {
  const contractCase = served.find((one) => one.name === name);
  const givenUp = new AbortController();
  const first = await Promise.race([
    send(contractCase as ContractCase, givenUp.signal).then(() => "the case"),
    send({ body: FERN })
      .then(() => send({ body: FERN }))
      .then(() => "later requests"),
  ]);
  givenUp.abort();
  expect(first).toBe("later requests");
});

test("every exception is one case, and named once in its table", () => {
  for (const exceptions of [unanswered, answeredOtherwise, judgedOtherwise]) {
    const names = namesIn(exceptions);
    expect(served.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(new Set(names).size).toBe(names.length);
  }
});

test("Prism agrees on many cases of each verdict", () => {
  const exceptions = namesIn(answeredOtherwise, judgedOtherwise);
  const statuses = answered.filter(({ name }) => !exceptions.includes(name)).map(({ status }) => status);
  // An agreement on one verdict alone would prove little.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(25);
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(40);
});

test.each([
  ["a Plant without a name", faults.body('{"nam":1}'), "must have required property 'name'"],
  ["a Plant whose tag is null", faults.body('{"name":"Fern","tag":null}'), "property tag must be string"],
  ["an Error without a message", faults.status(400, { error: 400 }), "must have required property 'message'"],
  [
    "an Error beyond int32",
    faults.status(400, { error: 2 ** 31, message: "" }),
    'property error must match format "int32"',
  ],
  ["a Plant as HTML", faults.body('{"name":"Fern"}', "text/html"), 'received media type "text/html"'],
  ["a status of its own", faults.status(503), "Unable to match the returned status code"],
])("where a store answers %s, Prism reports a violation", async (_, fault, message) => {
  store.enqueue(fault);
  const violations = violationsOf(await send({ body: FERN }));
  expect(violations.request).toEqual([]);
  expect(violations.response.join("; ")).toContain(message);
});

/** Through Prism. */
function send(
  { method = "POST", path = "/plants", headers, body }: Partial<ContractCase>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const sent = Object.entries({ ...JSON_HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: sent as [string, string][],
    body: typeof body === "string" ? new TextEncoder().encode(body) : (body ?? null),
    signal,
  });
}
