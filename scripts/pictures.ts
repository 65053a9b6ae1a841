/** Draws the pictures of the guides: `npm run pictures`. What they show comes from calls of the SDK and runs of the command. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Fault, faults, listen, MockStore } from "../mocks/server.ts";
import { PlantStoreClient, type PlantStoreEvent, type PlantStoreOutcome } from "../src/index.ts";
import { plantRoute } from "../src/route.ts";
import {
  arrow,
  box,
  line,
  lines,
  picture,
  type Step,
  sequence,
  type Tone,
  terminal,
  text,
  WIDTH,
} from "./drawing.ts";

const root = resolve(import.meta.dirname, "..");
export const folder = join(root, "docs/pictures");
const fern = { id: 1, name: "Fern" };
const app = { baseUrl: "https://plants.example", token: "secret" };

/** Every picture, by the name of its file. */
export async function drawPictures(): Promise<Record<string, string>> {
  return {
    "outcomes.svg": await drawOutcomes(),
    "retry.svg": await drawRetry(),
    "import-row.svg": drawImportRow(),
    "page-and-server.svg": await drawPageAndServer(),
    "architecture.svg": drawArchitecture(),
    "import.svg": await drawImport(),
  };
}

const TONES: Record<PlantStoreOutcome, Tone> = { "not-created": "bad", unknown: "maybe", created: "good" };

async function drawOutcomes(): Promise<string> {
  const advice = {
    "not-created": "fix it, then send it again",
    unknown: "do not send it again yet",
    created: "do not send it again",
  };
  const steps = async (fault: Fault, response: string): Promise<Step[]> => {
    const store = new MockStore();
    store.enqueue(fault);
    const result = await new PlantStoreClient({ ...app, fetch: store.fetch }).safeCreatePlant(fern);
    if (result.success) throw new Error("The call must fail.");
    const { outcome, response: { status } = {} } = result.error;
    return [
      { heading: `outcome: "${outcome}"`, tone: TONES[outcome] },
      { from: 0, to: 1, label: "POST /plants" },
      { at: 1, note: store.plants.length > 0 ? "has the plant" : "has no plant" },
      { from: 1, to: 0, label: `${status ?? ""} ${response}`.trim(), lost: status === undefined },
      { at: 0, note: advice[outcome], tone: TONES[outcome] },
    ];
  };
  return sequence(
    "The three outcomes of a failed call",
    "Not created: the store rejects the plant, and the app can send it again. Unknown: the store has the plant, but its response is lost, so the app must not send it again yet. Created: the store has the plant, but its response cannot be used.",
    ["your app", "store"],
    [
      ...(await steps(faults.status(400), "and an error")),
      ...(await steps(faults.reset({ afterCreate: true }), "the response is lost")),
      ...(await steps(faults.status(200, { body: '{"name":"Fern","tag":null}' }), "and an unusable body")),
    ],
  );
}

async function drawRetry(): Promise<string> {
  const store = new MockStore();
  store.enqueue(faults.status(429, { retryAfter: 1 }));
  const events: PlantStoreEvent[] = [];
  const client = new PlantStoreClient({ ...app, fetch: store.fetch, onEvent: (event) => events.push(event) });
  await client.createPlant(fern);
  const steps = events.map((event): Step => {
    if (event.type === "request") {
      const time = event.attempt === 1 ? "0 s" : "1.2 s";
      return { from: 0, to: 1, label: `attempt ${event.attempt}: POST /plants`, time };
    }
    if (event.type === "response") {
      const label = event.status === 429 ? "429, Retry-After: 1" : `${event.status} and the plant`;
      return { from: 1, to: 0, label };
    }
    if (event.type === "retry")
      return { at: 0, wait: ["1 s, as the store asks,", "and a backoff of 150 to 300 ms"] };
    return { at: 0, note: `${event.type}: ${event.attempt} attempts`, tone: "good" };
  });
  return sequence(
    "A call that is retried",
    "The store responds 429 with Retry-After: 1. The client waits for one second and a backoff, and sends the plant again. The store responds 200. One timeout limits all of it.",
    ["your app", "store"],
    [{ heading: "timeout: 30 s for all of it", tone: "plain" }, ...steps],
  );
}

async function drawPageAndServer(): Promise<string> {
  const store = new MockStore();
  store.enqueue(faults.reset({ afterCreate: true }));
  const client = new PlantStoreClient({ ...app, fetch: store.fetch });
  const route = plantRoute({ client, authorize: "anyone" });
  const page = new PlantStoreClient({
    baseUrl: "https://app.example/api",
    token: null,
    fetch: (url, init) => route(new Request(url, init)),
  });
  const result = await page.safeCreatePlant(fern);
  if (result.success || store.requests[0]?.token !== app.token) throw new Error("The route has changed.");
  return sequence(
    "A page, its own server, and the store",
    "The page sends a plant to its own server without a token. The server adds the token and calls the store. The response of the store is lost. The server responds with a status from which the page gets the same outcome.",
    ["page", "your server", "store"],
    [
      { at: 1, note: "has the token" },
      { from: 0, to: 1, label: "plant, no token" },
      { from: 1, to: 2, label: "plant, token" },
      { at: 2, note: "has the plant" },
      { from: 2, to: 1, label: "no response", lost: true },
      { at: 1, note: `"${result.error.outcome}"`, tone: "maybe" },
      { from: 1, to: 0, label: `${result.error.response?.status}` },
      { at: 0, note: `"${result.error.outcome}"`, tone: "maybe" },
    ],
  );
}

function drawImportRow(): string {
  const states: [name: string, tone: Tone, ...meaning: string[]][] = [
    ["created", "good", "The store responded 200.", "Later runs skip the row."],
    ["exists", "good", "The id was rejected as existing.", "Later runs skip the row."],
    ["not-created", "bad", "The store rejected the plant.", "The next run sends it again."],
    ["unknown", "maybe", "No response, 5xx, or killed.", "Later runs hold the row."],
  ];
  const rows = states.flatMap(([name, tone, ...meaning], index) => {
    const y = 122 + index * 56;
    return [
      arrow([
        [34, y + 15],
        [48, y + 15],
      ]),
      box(50, y, 116, name, `strong ${tone}`),
      lines(178, y + 11, meaning, { look: "small" }),
    ];
  });
  return picture(
    "The states of a row in an import",
    "The import records an intent, and sends the row. Then it records created, exists, not-created or unknown. Without a record after the intent, the row is unknown. A person decides about an unknown row: it becomes created or not-created.",
    404,
    [
      box(12, 12, 154, "row of the file", ""),
      arrow([
        [34, 42],
        [34, 62],
      ]),
      box(12, 64, 154, "intent"),
      lines(178, 75, ["Recorded in the journal", "before the row is sent."], { look: "small" }),
      line([
        [34, 94],
        [34, 305],
      ]),
      ...rows,
      arrow([
        [104, 320],
        [104, 350],
      ]),
      text(114, 340, "--resolve", { look: "small code" }),
      box(50, 352, 116, "decided"),
      lines(178, 363, ["You looked, and set", '"created" or "not-created".'], { look: "small" }),
    ],
  );
}

function drawArchitecture(): string {
  const steps: [file: string, ...meaning: string[]][] = [
    ["get-token.ts", "gets or renews the token"],
    ["send-request.ts", "sends one request"],
    ["decide-retry.ts", "stops, waits, or renews"],
    ["read-response.ts", "makes the plant or failure"],
  ];
  const call = steps.flatMap(([file, meaning = ""], index) => {
    const y = 208 + index * 44;
    return [
      box(28, y, 140, file, "code"),
      text(180, y + 20, meaning, { look: "small" }),
      ...(index > 0
        ? [
            arrow([
              [98, y - 14],
              [98, y - 2],
            ]),
          ]
        : []),
    ];
  });
  return picture(
    "The way of a call through the folders",
    "Apps, the commands in tools and the route for pages call the client. The client passes an operation to src/call/run-call.ts. It gets a token, sends an attempt, decides what follows, repeats that if necessary, and turns the last response into a plant or a failure. Attempts go to the service, or in tests to the mock in mocks. The mock shares src/contract and src/common with the SDK.",
    520,
    [
      box(12, 12, 88, "your app", ""),
      box(110, 12, 88, "tools/", "code"),
      box(208, 12, 180, "a page: src/route.ts", "code"),
      ...[56, 154, 298].map((x) =>
        arrow([
          [x, 42],
          [x, 70],
        ]),
      ),
      box(12, 72, WIDTH - 24, "src/client.ts, src/create-plant.ts", "code"),
      arrow([
        [83, 102],
        [83, 136],
      ]),
      text(95, 124, "an operation, as data", { look: "small" }),
      `<rect class="back dashed" style="stroke:var(--line)" x="12" y="138" width="376" height="250" rx="8"/>`,
      text(28, 164, "src/call/run-call.ts", { look: "code strong" }),
      text(28, 186, "validates the plant, then:", { look: "small" }),
      ...call,
      arrow([
        [28, 311],
        [20, 311],
        [20, 223],
        [26, 223],
      ]), // Another attempt.
      arrow([
        [83, 388],
        [83, 418],
      ]),
      text(95, 408, "requests", { look: "small" }),
      box(12, 420, 142, "the service", ""),
      arrow([
        [290, 388],
        [290, 418],
      ]),
      text(302, 408, "in tests", { look: "small" }),
      box(192, 420, 196, "mocks/", "code"),
      arrow([
        [290, 450],
        [290, 472],
      ]),
      box(192, 474, 196, "src/contract/", "code"),
      lines(12, 485, ["All that mocks/", "shares with the SDK:"], { look: "small" }),
    ],
  );
}

/** A second run of this command would differ only in ports and times, which the picture leaves out. */
async function drawImport(): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "plant-store-pictures-"));
  const store = new MockStore();
  store.enqueue(faults.reset({ afterCreate: true, id: 3 }));
  const server = await listen(store);
  try {
    const names = ["Fern", "Ivy", "Moss", "Rose"];
    writeFileSync(
      join(cwd, "plants.ndjson"),
      names.map((name, index) => `${JSON.stringify({ id: index + 1, name })}\n`).join(""),
    );
    const first = await run(cwd, server.url, "import", "plants.ndjson");
    const file = "plant-store-journal.db.unknown.ndjson";
    const unknown = readFileSync(join(cwd, file), "utf8");
    writeFileSync(join(cwd, file), unknown.replace('"outcome":"unknown"', '"outcome":"created"'));
    const second = await run(cwd, server.url, "import", "plants.ndjson", "--resolve", file);
    return terminal(
      "An import with a lost response",
      "The first run reports one unknown plant, and how to continue. After a person has set its outcome, the second run reports that all four plants exist.",
      `${first}\n# You looked: the store has plant 3.\n# Its outcome in the file is now "created".\n${second}`,
    );
  } finally {
    await server.close();
    rmSync(cwd, { recursive: true });
  }
}

/** What a terminal shows of a command. */
function run(cwd: string, baseUrl: string, ...args: string[]): Promise<string> {
  const command = join(root, "tools/plant-store-sdk.ts");
  const env = { PATH: process.env.PATH, PLANT_STORE_BASE_URL: baseUrl, PLANT_STORE_TOKEN: "any" };
  return new Promise((done) => {
    execFile(process.execPath, [command, ...args], { cwd, env }, (_, stdout, stderr) => {
      const messages = stderr.replaceAll(/\n +/g, " "); // They are broken again for the width of the picture.
      const shown = `$ plant-store-sdk ${args.join(" ")}\n${messages}${stdout}`;
      done(shown.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:4010").replaceAll(/in 0:\d\d/g, "in 0:01"));
    });
  });
}

if (import.meta.main) {
  for (const [name, svg] of Object.entries(await drawPictures())) writeFileSync(join(folder, name), svg);
}
