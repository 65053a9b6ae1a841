import "server-only";

/** Whether the user may create plants. Replace this by your own check, such as of a cookie. */
export async function hasSession(): Promise<boolean> {
  return true;
}
