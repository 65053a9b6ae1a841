/** How a program may write a token that it repeats. */

const HTML_NAMES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

const hexOf = (character: string) => character.charCodeAt(0).toString(16);

/** Ways to write a character of a token. The first one leaves it as it is. */
export const CHARACTER_SPELLINGS: ((character: string) => string)[] = [
  (character) => character,
  (character) => character.toUpperCase(),
  (character) => (/\W/.test(character) ? `\\${character}` : character),
  (character) => `\\u00${hexOf(character).toUpperCase()}`,
  (character) => `%${hexOf(character)}`,
  (character) => `%2525${hexOf(character)}`,
  (character) => `&#x00${hexOf(character)};`,
  (character) => `&#0${character.charCodeAt(0)};`,
  (character) => `&amp;#${character.charCodeAt(0)};`,
  (character) => (HTML_NAMES[character] ? `&${HTML_NAMES[character]};` : character),
];

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) => text.replace(/[&<>"']/g, (sign) => `&${HTML_NAMES[sign]};`);

export const SPELLINGS: Record<string, (token: string) => string> = {
  unchanged: (token) => token,
  "in upper case": (token) => token.toUpperCase(),
  "with signs escaped in JSON": (token) => token.replace(/\W/g, (sign) => `\\u00${hexOf(sign)}`),
  "encoded as in a URL": encodeURIComponent,
  "encoded as in a URL, twice": (token) => encodeURIComponent(encodeURIComponent(token)),
  "as JSON": json,
  "as JSON in JSON": (token) => json(json(token)),
  "escaped for HTML": html,
  "escaped for HTML, twice": (token) => html(html(token)),
};
