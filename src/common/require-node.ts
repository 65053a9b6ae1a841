/** As in package.json. Older versions do not expose the digits of a number in JSON, so large ids would be rounded silently. */
const REQUIRED = "22.13";

/** @param subject what needs it, for the message. @throws Error if Node is too old */
export function requireNode(subject: string): void {
  const version = globalThis.process?.versions?.node;
  if (version === undefined || version.localeCompare(REQUIRED, "en", { numeric: true }) >= 0) return;
  throw new Error(`${subject} needs Node ${REQUIRED} or later, but this is Node ${version}.`);
}
