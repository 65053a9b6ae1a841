/** Makes characters visible that could control a terminal, or reorder the text around them. */

const LINE_BREAK_OR_TAB = /\r\n|[\t\n\r\u2028\u2029]/g;

/** C0, DEL, C1, and the characters that override or isolate the direction of a text. Marks that languages need are none of them. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text of one line. Escapes other controls as JavaScript does, such as `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(LINE_BREAK_OR_TAB, " ").replace(CONTROL, toEscape);
}

/** Like {@link escapeControls}, but keeps line breaks: for a stack. */
export function escapeControlsInLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}

const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
