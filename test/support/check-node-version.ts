/** Ends the run if Node is too old: otherwise, dozens of unrelated tests would fail. */
import packageJson from "../../package.json" with { type: "json" };

const [required = ""] = /[\d.]+/.exec(packageJson.engines.node) ?? [];

if (process.versions.node.localeCompare(required, "en", { numeric: true }) < 0) {
  console.error(
    `The tests need Node ${required} or later, but this is Node ${process.versions.node}. Run \`npm test\` or \`npx vitest\`, which use the Node in node_modules.`,
  );
  process.exit(1);
}
