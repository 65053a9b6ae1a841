/** Makes characters visible that could control a terminal, or reorder the text around them. */

const LINE_BREAKS_AND_TABS = /[\t\n\r\u2028\u2029]+/g;

/** C0, DEL, C1, and what overrides or isolates a direction. Not the marks of direction that Hebrew and Arabic texts need. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Characters that control a terminal, are invisible or change the direction of text. */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a text of one line. Escapes other controls as JavaScript does, such as `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(LINE_BREAKS_AND_TABS, " ").replace(CONTROL, escapeUnits);
}

/** Like {@link escapeControls}, but keeps line feeds: for a stack. */
export function escapeControlsInLines(text: string): string {
  return text.replace(/[^\n]+/g, escapeControls);
}

/** Escapes each code unit. */
export const escapeUnits = (text: string): string =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
