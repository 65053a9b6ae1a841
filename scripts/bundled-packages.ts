/** The packages whose code the published files contain. Their licenses are in THIRD-PARTY-LICENSES.md. */
export const BUNDLED_PACKAGES = ["ky", "zod", "leven", "yocto-spinner", "yoctocolors"];
