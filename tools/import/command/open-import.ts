/** Opens what the command imports from and into: the input, and a client that sends nothing in a dry run. */
import { accessSync, constants, fstatSync, statSync } from "node:fs";
import { quoteForShell } from "../../../src/common/quote-for-shell.ts";
import { PlantStoreClient, type PlantStoreToken } from "../../../src/index.ts";
import { readTokenFile, requireBaseUrl, requireToken } from "../../terminal/credentials.ts";
import { flagOf } from "../../terminal/flag-names.ts";
import type { ImportClient, ImportInput, ReadPlantsOptions } from "../index.ts";
import { type Advise, InputReading } from "../input/input-reading.ts";
import { checkIsFile } from "../input/open-input-file.ts";
import { BATCHES, nameError, readBatches, rowsOf } from "../input/read-plants.ts";
import type { ImportArguments } from "./import-arguments.ts";

export interface Input {
  rows: ImportInput;
  /** The part of the input that was read, from 0 to 1, or undefined for a pipe. */
  share(): number | undefined;
}

/** Such as `pass --null NULL --null '\N'`. */
const adviseOperator: Advise = (option, value) => {
  const flag = flagOf(option);
  const flags = value === true ? [flag] : [value].flat().map((each) => `${flag} ${quoteForShell(each)}`);
  return `pass ${flags.join(" ")}`;
};

/** @param onNote see {@link InputReading} @throws PlantStoreImportError if the file cannot be opened */
export function openInput(path: string, options: ReadPlantsOptions, onNote: (text: string) => void): Input {
  const reading = new InputReading(adviseOperator, onNote);
  const isStdin = path === "-";
  const name = isStdin ? "standard input" : path;
  const size = checkInput(path, name, isStdin);
  const batches = readBatches(isStdin ? process.stdin : path, options, reading, name);
  let share = 0;
  /** Called for the next batch, so the one before it was sent. */
  async function* withShare() {
    for await (const batch of batches) {
      yield batch;
      share = shareOf(reading, size);
    }
  }
  return {
    rows: Object.assign(rowsOf(batches), { [BATCHES]: withShare() }),
    share: () => (isStdin ? undefined : share),
  };
}

/** Fails before a journal is created. Returns the size of the input. */
function checkInput(path: string, name: string, isStdin: boolean): number {
  try {
    const found = isStdin ? fstatSync(0) : statSync(path);
    if (!isStdin) accessSync(path, constants.R_OK);
    if (!isStdin || found.isDirectory()) checkIsFile(found);
    return found.size;
  } catch (error) {
    throw nameError(error, name);
  }
}

/** Bytes are read before their rows, and those of a compressed file have another number. */
function shareOf({ source, textBytes, rowBytes }: InputReading, size: number): number {
  const { bytesRead = 0 } = source?.file ?? {};
  return textBytes === 0 || size === 0 ? 0 : Math.min((bytesRead / size) * (rowBytes / textBytes), 1);
}

/** A dry run is an import into a store that accepts everything, with a journal that forgets what is recorded. */
const acceptPlant: ImportClient["safeCreatePlant"] = async ({ id: _, ...data }) => ({
  success: true,
  data,
  response: { status: 200, headers: new Headers() },
  attempts: 1,
  possibleDuplicate: false,
  changedFields: [],
});

/**
 * @param signal aborts all requests
 * @throws UsageError, or PlantStoreConfigurationError for an invalid option
 */
export async function openClient(args: ImportArguments, signal: AbortSignal): Promise<ImportClient> {
  const { timeout, allowInsecureHttp, tokenFile } = args;
  if (args.dryRun) return { baseUrl: baseUrlOfDryRun(args), safeCreatePlant: acceptPlant };
  const baseUrl = requireBaseUrl(args.baseUrl);
  const first = await requireToken(tokenFile);
  const token = tokenFile === undefined ? first : reread(tokenFile, first);
  const client = new PlantStoreClient({ baseUrl, token, timeout, allowInsecureHttp });
  return {
    baseUrl: client.baseUrl,
    safeCreatePlant: (plant, options) => client.safeCreatePlant(plant, { ...options, signal }),
  };
}

/** A dry run sends nothing, so it needs no base URL and takes any scheme. */
function baseUrlOfDryRun({ baseUrl = process.env.PLANT_STORE_BASE_URL }: ImportArguments) {
  return baseUrl
    ? new PlantStoreClient({ baseUrl, allowInsecureHttp: true, token: null }).baseUrl
    : undefined;
}

/** Returns a function that reads the token file again after the store rejected the token. */
function reread(path: string, first: string): PlantStoreToken {
  let token = first;
  return async ({ rejected }) => {
    if (rejected) token = await readTokenFile(path);
    return token;
  };
}
