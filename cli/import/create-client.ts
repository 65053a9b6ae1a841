/** The store of an import: its URL and token. */
import { PlantStoreClient, type PlantStoreToken } from "../../src/index.ts";
import { readTokenFile, requireBaseUrl, requireToken } from "../credentials.ts";
import type { ImportArguments } from "./arguments.ts";

/** @throws UsageError, or PlantStoreConfigurationError for an invalid option */
export async function createClient(args: ImportArguments): Promise<PlantStoreClient> {
  const { timeout, allowInsecureHttp, tokenFile } = args;
  const baseUrl = requireBaseUrl(args.baseUrl);
  const first = await requireToken(tokenFile);
  const token = tokenFile === undefined ? first : reread(tokenFile, first);
  return new PlantStoreClient({ baseUrl, token, timeout, allowInsecureHttp });
}

/** Returns a function that reads the token file again after the store rejected the token. */
function reread(path: string, first: string): PlantStoreToken {
  let token = first;
  return async ({ rejected }) => {
    if (rejected) token = await readTokenFile(path);
    return token;
  };
}

/** The URL of a dry run's store. It needs none, but if there is one, the journal must belong to it. */
export function baseUrlOfDryRun(args: ImportArguments): string | undefined {
  const baseUrl = args.baseUrl ?? process.env.PLANT_STORE_BASE_URL;
  return baseUrl && new PlantStoreClient({ baseUrl, token: null, allowInsecureHttp: true }).baseUrl;
}
