/** Headers that depend on the row: `--header`. */
import type { ImportedRowRequest } from "../../src/import/index.ts";
import { UsageError } from "../usage-error.ts";

/** @param texts such as `x-request-id: {row}-{attempt}` @throws UsageError */
export function readHeaders(texts: readonly string[]): (request: ImportedRowRequest) => [string, string][] {
  const headers = texts.map((text): [string, string] => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(text) ?? [];
    // The text is not shown: it may contain a secret.
    if (name === undefined || value === undefined)
      throw new UsageError('--header must be a header such as "x-request-id: {row}-{attempt}".');
    return [name, value];
  });
  return ({ row, attempt }) =>
    headers.map(([name, value]) => [
      name,
      value.replaceAll("{row}", row).replaceAll("{attempt}", String(attempt)),
    ]);
}
