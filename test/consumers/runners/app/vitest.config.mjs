export default { test: { globals: true, include: ["*.spec.mjs"], watch: false } };
