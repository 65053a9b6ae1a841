/** The client that an import uses. */
import { readFile } from "node:fs/promises";
import { isValidToken } from "../../src/call/resolve-options.ts";
import { PlantStoreClient, type PlantStoreToken } from "../../src/index.ts";
import { UsageError } from "../usage-error.ts";
import type { ImportArguments } from "./arguments.ts";

/** The URL of the store, if one is given. */
export const baseUrlOf = ({ baseUrl }: ImportArguments) => baseUrl ?? process.env.PLANT_STORE_BASE_URL;

/** @throws UsageError, or PlantStoreConfigurationError for an invalid option */
export async function createClient(args: ImportArguments): Promise<PlantStoreClient> {
  const { timeout, allowInsecureHttp, tokenFile } = args;
  const baseUrl = baseUrlOf(args);
  const token = tokenFile === undefined ? process.env.PLANT_STORE_TOKEN : await tokenFrom(tokenFile);
  if (!baseUrl) throw new UsageError("Set --base-url or PLANT_STORE_BASE_URL.");
  if (!token) throw new UsageError("Set --token-file or PLANT_STORE_TOKEN.");
  if (typeof token === "string") check(token, "PLANT_STORE_TOKEN");
  return new PlantStoreClient({ baseUrl, token, timeout, allowInsecureHttp });
}

/** Returns a function that reads the token once, and again after the store rejected it. @throws UsageError */
async function tokenFrom(path: string): Promise<PlantStoreToken> {
  let token = await readToken(path);
  return async ({ rejected }) => {
    if (rejected) token = await readToken(path);
    return token;
  };
}

async function readToken(path: string): Promise<string> {
  try {
    return check((await readFile(path, "utf8")).trim(), `The token file ${path}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot read the token file ${path} (${code ?? message}).`);
  }
}

function check(token: string, source: string): string {
  if (isValidToken(token)) return token;
  throw new UsageError(`${source} must contain a token: visible ASCII without spaces.`);
}
