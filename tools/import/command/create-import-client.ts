/** Creates the client of the command, which sends nothing in a dry run. */
import { PlantStoreClient, type PlantStoreToken } from "../../../src/index.ts";
import { readTokenFile, requireBaseUrl, requireToken } from "../../terminal/credentials.ts";
import type { ImportClient } from "../index.ts";
import type { ImportArguments } from "./import-arguments.ts";

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
export async function createImportClient(args: ImportArguments, signal: AbortSignal): Promise<ImportClient> {
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
