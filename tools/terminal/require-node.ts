/** As in package.json. */
const REQUIRED = "22.13";

/** Ends the process if Node is too old: otherwise, the command would fail in the middle of its work. */
export function requireNode(): void {
  const { node } = process.versions;
  if (node.localeCompare(REQUIRED, "en", { numeric: true }) >= 0) return;
  console.error(`plant-store-sdk needs Node ${REQUIRED} or later, but this is Node ${node}.`);
  process.exit(2);
}
