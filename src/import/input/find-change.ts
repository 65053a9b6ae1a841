/** Finds what `JSON.parse` would change in a plant: an id that is not written as an integer, and a key that occurs twice. */

const ID = /"id"\s*:\s*-?\d+(\.0+)?\s*[,}]/;

/** Strings, brackets and colons, and everything else between them, such as numbers. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gs;

/**
 * Returns a sentence about the first such key or id of a plant, or undefined. Other fields are not sent, so what is in them
 * does not matter.
 *
 * @param json valid JSON
 */
export function findChange(json: string): string | undefined {
  // Almost every plant ends here: each key once, and without escapes.
  if (
    ID.test(json) &&
    ['"id"', '"name"', '"tag"'].every((key) => isOnce(json, key)) &&
    !json.includes("\\u")
  ) {
    return undefined;
  }
  const tokens = json.match(TOKENS) ?? [];
  const keys = new Set<string>();
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token === ":" && depth === 1) {
      const key = JSON.parse(tokens[index - 1] as string);
      if (!["id", "name", "tag"].includes(key)) continue;
      if (keys.has(key)) return `The key "${key}" occurs twice.`;
      keys.add(key);
      const value = tokens[index + 1] ?? "";
      if (key === "id" && /^[-\d]/.test(value) && !/^-?\d+(\.0+)?$/.test(value))
        return `The id ${value.slice(0, 40)} is not written as an integer.`;
    }
  }
  return undefined;
}

const isOnce = (json: string, key: string) => json.indexOf(key) === json.lastIndexOf(key);
