/** A recorded request as a command for a shell. */
import type { Entry } from "../request-history.ts";

/**
 * Sends the body to this store again. The client that sent it may be hostile: its text must not run anything, make curl
 * read a file, or send the token to another host. So the path is not the client's either.
 *
 * @param token as a shell reads it between double quotes
 */
export function curlOf(
  { headers, body }: Pick<Entry, "headers" | "body">,
  baseUrl: string,
  token = "$PLANT_STORE_TOKEN",
): string {
  const lines = [
    `curl ${quote(`${baseUrl}/plants`)}`,
    `  -H "authorization: Bearer ${token}"`,
    `  -H ${quote(`content-type: ${headers["content-type"] ?? "application/json"}`)}`,
    `  --data-raw ${quote(body)}`, // With `-d`, curl would read the file that a body of "@file" names.
  ];
  return lines.join(" \\\n");
}

const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** A terminal obeys control characters that are pasted, and others hide what a command does. So they are escaped. */
function quote(text: string): string {
  if (text.search(INVISIBLE) === -1) return `'${text.replaceAll("'", "'\\''")}'`;
  const codeOf = (character: string) => character.codePointAt(0)?.toString(16).padStart(8, "0");
  const escaped = text.replace(/[\\']/g, "\\$&").replace(INVISIBLE, (character) => `\\U${codeOf(character)}`);
  return `$'${escaped}'`;
}
