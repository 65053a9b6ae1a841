/** Recognizes a rejection that the plant cannot be blamed for. */

/** Not every "token": a parser reports an "unexpected token". */
const ABOUT_TOKEN =
  /\b(un-?(authori[sz]ed|authenticated)|authenticat\w+|authori[sz]ation|credentials?|api.?key|forbidden|(access|api|auth|bad|bearer|expired|invalid|missing|no|revoked|wrong) token|token (is|was|has|expired|invalid|missing|rejected|required|revoked))\b/i;

/** Whether a message of the store says that the token is the reason of a rejection. */
export const isAboutToken = (message: string): boolean => ABOUT_TOKEN.test(message);

/** The store's text about a rejected row, and what to check if the plant is not the reason. */
export function describeRejection(message: string): string {
  return isAboutToken(message) ? `${message.replace(/\.$/, "")}. Check the token, not the plant.` : message;
}
