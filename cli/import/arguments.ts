/** The arguments of `plant-store-sdk import`. */
import { parseArguments, UsageError } from "../usage-error.ts";

export const USAGE = `FILE [options]

Creates the plants of FILE, which is NDJSON (one plant per line) or a JSON
array. "-" reads standard input. Run it again after an interruption or a
crash: it continues, and never resends a plant that exists or may exist.
Ctrl+C finishes the requests in flight, a second one aborts them.

  --base-url URL         the store (default: PLANT_STORE_BASE_URL)
  --token-file FILE      read the token from FILE (default: PLANT_STORE_TOKEN)
  --journal FILE         record what was done in FILE, which makes it possible
                         to continue (default: plants.journal.ndjson for
                         plants.ndjson)
  --concurrency NUMBER   requests in flight at the same time (default: 8)
  --timeout MS           time limit of a request (default: 30000)
  --max-pause MS         stop if the store asks for a longer pause (default:
                         900000)
  --resolve FILE         apply what you found out about unknown plants
  --resend-unknown       send all unknown plants again; may create duplicates
  --allow-changed        also send a plant whose id exists with other content
  --allow-insecure-http  allow http to other machines, which exposes the token
  --dry-run              say what an import would do, and send nothing
  --json                 print events as JSON, one object per line
  --help                 print this help
  --version              print the version

Exit codes: 0 all plants of FILE exist; 1 some were not created, or the import
stopped; 2 wrong arguments, input or journal; 3 some may exist: resolve them;
130 interrupted.
`;

/** What the command was asked to do. */
export interface ImportArguments {
  /** The path of the input; "-" is standard input. */
  file: string;
  journal: string;
  baseUrl: string | undefined;
  tokenFile: string | undefined;
  concurrency: number | undefined;
  timeout: number | undefined;
  maxPause: number | undefined;
  resolve: string | undefined;
  resendUnknown: boolean;
  allowChanged: boolean;
  allowInsecureHttp: boolean;
  dryRun: boolean;
  json: boolean;
}

/** @throws UsageError */
export function readArguments(argv: string[]): ImportArguments | "help" | "version" {
  const { values, positionals } = parse(argv);
  if (values.help) return "help";
  if (values.version) return "version";
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError("The file is missing. Run with --help for usage.");
  if (others.length > 0) throw new UsageError("Unexpected argument. Run with --help for usage.");
  return {
    file,
    journal: values.journal ?? defaultJournal(file, values["dry-run"]),
    baseUrl: values["base-url"],
    tokenFile: values["token-file"],
    concurrency: readNumber("--concurrency", values.concurrency, 1024),
    timeout: readNumber("--timeout", values.timeout, 2 ** 31 - 1),
    maxPause: readNumber("--max-pause", values["max-pause"], Number.MAX_SAFE_INTEGER),
    resolve: values.resolve,
    resendUnknown: values["resend-unknown"],
    allowChanged: values["allow-changed"],
    allowInsecureHttp: values["allow-insecure-http"],
    dryRun: values["dry-run"],
    json: values.json,
  };
}

function parse(args: string[]) {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const options = {
    "base-url": text,
    "token-file": text,
    journal: text,
    concurrency: text,
    timeout: text,
    "max-pause": text,
    resolve: text,
    "resend-unknown": flag,
    "allow-changed": flag,
    "allow-insecure-http": flag,
    "dry-run": flag,
    json: flag,
    help: { ...flag, short: "h" },
    version: flag,
  } as const;
  if (args.some((arg) => /^--token(?!-)/.test(arg))) {
    const advice = "Set PLANT_STORE_TOKEN, or use --token-file: other users can see arguments.";
    throw new UsageError(`Unknown option '--token'. ${advice}`);
  }
  return parseArguments({ args, options, allowPositionals: true });
}

/** `plants.journal.ndjson` for `plants.ndjson`. */
function defaultJournal(file: string, isDryRun: boolean): string {
  if (file === "-" && !isDryRun) throw new UsageError("Standard input has no name: pass --journal FILE.");
  return `${file.replace(/\.(ndjson|jsonl|json)$/, "")}.journal.ndjson`;
}

function readNumber(option: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= max) return number;
  throw new UsageError(`${option} must be an integer from 1 to ${max}.`);
}
