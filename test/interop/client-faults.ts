/** What every client of these tests meets: each fault, then a normal request on what the fault left of the connection. */
import { expect } from "vitest";
import { type Fault, faults, listen, MockStore } from "../../mocks/server.ts";
import { runProgram } from "../support/run-program.ts";

/** What a client must see after a fault: a status with its body, or an error. */
type Row = [name: string, fault: Fault, seen: string];

export const CREATED = '200 {"name":"Fern"}';
const row = (name: string, status: number, headers = {}): Row => [
  name,
  faults.status(status, { headers }),
  `${status} {"error":${status},"message":"fault: status ${status}"}`,
];

const afterCreate = true;
const RESET = faults.reset({ afterCreate });
const CLOSE = faults.reset({ afterCreate, close: true });

/** By their names in the guide. After each of them, some client sends the request again. */
const EVENTS: Row[] = [
  ["reset (reused)", RESET, "error"],
  ["closed (reused)", CLOSE, "error"],
  ["incomplete", faults.truncate(5), "error"],
  row("408", 408),
  row("421", 421),
  row("429", 429),
  row("500", 500),
  row("503", 503),
  row("503 with `retry-after: 0`", 503, { "retry-after": "0" }),
];

const OTHERS: Row[] = [
  ["a 400", ...(row("", 400).slice(1) as [Fault, string])],
  ["a 503 after the plant was created", faults.status(503, { body: "down", afterCreate }), "503 down"],
  ["a sign-in page", faults.status(200, { body: "<p>", afterCreate: false }), "200 <p>"],
  ["a 204", faults.status(204), "204 "],
  ["a stalled body", faults.stall(5), "error"],
  ["a slow body", faults.trickle(100), CREATED],
  ["a reset", faults.reset(), "error"],
  ["two resets", faults.reset({ times: 2 }), "error"],
  ["a hang", faults.hang(), "error"],
  ["a held request", faults.hold(), CREATED],
  ["a delay", faults.delay(20), CREATED],
];

/** The first of each has a new connection. */
const RUNS: Row[][] = [
  [["reset (new)", RESET, "error"], ...EVENTS, ...OTHERS],
  [["closed (new)", CLOSE, "error"]],
];

/** A program that creates plants one after another. Its last arguments are the URL of the store and the number of plants. */
export interface Program {
  command: [program: string, ...args: string[]];
  cwd?: string;
  env: NodeJS.ProcessEnv;
}

/** What a client does with faults. */
export interface Behaviour {
  /** What it sees instead, if it does not send the request again. */
  sees?: Record<string, string>;
  /** Events after which it sends the request again with the setting of the guide, too. */
  stillTwice?: string[];
}

/** Runs a program with a request for each fault, and one after it. Returns what it sees, and the events after which it sent again. */
async function runOnce({ command: [program, ...args], ...options }: Program, rows: Row[]) {
  const store = new MockStore();
  await using server = await listen(store);
  // Odd ids get a fault, even ones do not.
  const idOf = (index: number) => 2 * index + 1;
  for (const [index, [, fault]] of rows.entries()) store.enqueue({ ...fault, id: idOf(index) });
  store.subscribe((event) => {
    if (event.type === "received" && event.request.fault?.type === "hold")
      setTimeout(() => store.release(), 20);
  });
  const all = [...args, server.url, `${2 * rows.length}`];
  const { code, stdout, stderr } = await runProgram(program, all, { timeout: 240_000, ...options });
  expect([code, stderr]).toEqual([0, ""]);
  const postsOf = (id: number) => store.requests.filter(({ plant }) => plant?.id === id).length;
  return {
    seen: stdout.trimEnd().split(/ *\n/),
    sentAgain: rows.flatMap(([name, { times }], index) =>
      postsOf(idOf(index)) > Number(times ?? 1) ? [name] : [],
    ),
  };
}

/** Joins both ways to lose a response, and leaves out what another event includes or the guide does not name. */
function toGuideNames(sentAgain: string[]): string[] {
  const names = ["(new)", "(reused)"].flatMap((connection) => {
    const ways = sentAgain.filter((name) => name.endsWith(connection));
    return ways.length === 2 ? [`lost ${connection}`] : ways;
  });
  const others = EVENTS.map(([name]) => name).filter((name) => sentAgain.includes(name));
  const isIncluded = (name: string) => name.startsWith("503 ") && others.includes("503");
  return [...names, ...others.filter((name) => !name.endsWith("(reused)") && !isIncluded(name))];
}

/** Runs a client with all faults. Asserts what it sees. Returns the events of the guide after which it sent again. */
export async function meetFaults(program: Program, { sees = {} }: Behaviour): Promise<string[]> {
  const sentAgain: string[] = [];
  for (const rows of RUNS) {
    const run = await runOnce(program, rows);
    sentAgain.push(...run.sentAgain);
    const expected = rows.flatMap(([fault, , usual], index) => [
      `${2 * index + 1} ${sees[fault] ?? (run.sentAgain.includes(fault) ? CREATED : usual)}`.trimEnd(),
      `${2 * index + 2} ${CREATED}`,
    ]);
    expect(run.seen).toEqual(expected);
  }
  return toGuideNames(sentAgain);
}

/** Returns the events of the guide after which a client sends again. */
export async function sendsAgainAfter(program: Program): Promise<string[]> {
  const sentAgain: string[] = [];
  for (const [first, ...rest] of RUNS) {
    const events = rest.filter((row) => EVENTS.includes(row));
    sentAgain.push(...(await runOnce(program, first ? [first, ...events] : [])).sentAgain);
  }
  return toGuideNames(sentAgain);
}
