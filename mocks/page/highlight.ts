/** Colors TypeScript. */
import { make } from "./dom.ts";

const TOKENS =
  /(?<string>"(?:[^"\\]|\\.)*")|(?<keyword>\b(?:import|from|const|await|true|false|null|undefined|process)\b)|(?<number>\b\d[\d_.]*n?\b)|(?<key>[\w$]+(?=: ))/g;

/** Returns the text in pieces: those that have a color are elements. */
export function highlight(code: string): (Node | string)[] {
  const pieces: (Node | string)[] = [];
  let end = 0;
  for (const { 0: token, index, groups = {} } of code.matchAll(TOKENS)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? "";
    pieces.push(code.slice(end, index), make("span", kind, token));
    end = index + token.length;
  }
  return [...pieces, code.slice(end)];
}
