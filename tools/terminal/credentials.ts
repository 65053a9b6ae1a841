/** The store's URL and token, from arguments or the environment. */
import { rejectPath } from "../../src/call/resolve-base-url.ts";
import { describeInvalidToken, isValidToken, TOKEN_FORMAT } from "../../src/common/validate-token.ts";
import { readNamedFile } from "./read-named-file.ts";
import { UsageError } from "./usage-error.ts";

/** @throws UsageError, or PlantStoreConfigurationError for a path */
export function requireBaseUrl(baseUrl: string | undefined): string {
  const url = baseUrl ?? process.env.PLANT_STORE_BASE_URL;
  if (!url) throw new UsageError("Set --base-url or PLANT_STORE_BASE_URL.", "--base-url");
  rejectPath(url);
  return url;
}

/** @throws UsageError without the token */
export async function requireToken(tokenFile: string | undefined): Promise<string> {
  if (tokenFile !== undefined) return readTokenFile(tokenFile);
  const token = process.env.PLANT_STORE_TOKEN;
  if (!token) throw new UsageError("Set --token-file or PLANT_STORE_TOKEN.", "--token-file");
  return checkToken(token, "PLANT_STORE_TOKEN");
}

/** @throws UsageError without the token */
export async function readTokenFile(path: string): Promise<string> {
  const text = await readNamedFile("--token-file", path);
  return checkToken(text.trim(), `--token-file ${path}`);
}

function checkToken(token: string, source: string): string {
  if (isValidToken(token)) return token;
  const problem = `contains ${describeInvalidToken(token)}, but a token must be ${TOKEN_FORMAT}`;
  throw new UsageError(`${source} ${problem}.`, "--token-file");
}
