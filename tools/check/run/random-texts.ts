/** The names and tags of the plants that the checks create. */
import { randomBelow } from "./random.ts";

/** Begins the names, so that one command can find them. */
export const PREFIX = "plant-store-sdk check ";

/** Shorter texts are of rare characters, so that two runs hardly ever choose the same. */
export const RARE_BELOW = 4;

/** Makes a name in quotes change with `$t`, the time in seconds: its last six digits replace as many letters. */
export const withShellName = (quoted: string) =>
  quoted
    .replace(new RegExp(`(${PREFIX}[a-z]{2})[a-z]{6}`), `$1'\${t#????}'`)
    .replace(/("name":)\d+/, "$1'$t'");

export class RandomTexts {
  readonly #used = new Set<string>();

  /** A text that was not returned before. @param length in code points @param isRare whether it has rare characters */
  next(length: number, isRare = length < RARE_BELOW): string {
    for (let tries = 0; ; tries++) {
      const text = choose(length, isRare);
      if (this.#used.has(text) && tries < 100) continue;
      this.#used.add(text);
      return text;
    }
  }
}

function choose(length: number, isRare: boolean): string {
  const character = isRare ? ideograph : letter;
  const prefix = length >= PREFIX.length + RARE_BELOW ? PREFIX : "";
  return prefix + Array.from({ length: length - prefix.length }, character).join("");
}

const letter = () => String.fromCodePoint(0x61 + Number(randomBelow(26n)));

/** CJK unified ideographs and Hangul syllables: each is one UTF-16 unit. */
function ideograph(): string {
  const index = Number(randomBelow(31_000n));
  return String.fromCodePoint(index < 20_000 ? 0x4e00 + index : 0xac00 + index - 20_000);
}
