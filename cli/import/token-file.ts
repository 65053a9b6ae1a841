/** A bearer token in a file, which may be replaced while the import runs. */
import { readFile } from "node:fs/promises";
import type { PlantStoreToken } from "../../src/index.ts";
import { UsageError } from "../usage-error.ts";

const TOKEN = /^[\x21-\x7e]+$/;

/** Returns a function that reads the token once, and again after the store rejected it. @throws UsageError */
export async function tokenFrom(path: string): Promise<PlantStoreToken> {
  let token = await readToken(path);
  return async (context?: { rejected?: boolean }) => {
    if (context?.rejected) token = await readToken(path);
    return token;
  };
}

async function readToken(path: string): Promise<string> {
  try {
    const token = (await readFile(path, "utf8")).trim();
    if (TOKEN.test(token)) return token;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot read the token file ${path} (${code ?? message}).`);
  }
  throw new UsageError(`The token file ${path} must contain a token: visible ASCII without spaces.`);
}
