/**
 * The packages whose code the builds for Node and the live page contain. Their licenses are in THIRD-PARTY-LICENSES.md. If the
 * builds imported ky and zod, their forty files and fifty languages would take most of the time to load the package. The build
 * for browsers imports them, so that an application shares them.
 */
export const BUNDLED_PACKAGES = ["ky", "zod", "leven", "yocto-spinner", "yoctocolors", "preact"];
