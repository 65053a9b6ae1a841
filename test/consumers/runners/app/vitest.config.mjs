export default { test: { globals: true, include: ["*/app/*.spec.mjs"], watch: false } };
