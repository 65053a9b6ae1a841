/** A recorded request as a command for a shell. */
import { quoteForShell } from "../../../src/common/quote-for-shell.ts";
import type { Entry } from "../state/request-history.ts";

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
    `curl ${quoteForShell(`${baseUrl}/plants`)}`,
    `  -H "authorization: Bearer ${token}"`,
    `  -H ${quoteForShell(`content-type: ${headers["content-type"] ?? "application/json"}`)}`,
    `  --data-raw ${quoteForShell(body)}`, // With `-d`, curl would read the file that a body of "@file" names.
  ];
  return lines.join(" \\\n");
}
