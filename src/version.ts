/** The version of this package, as in its package.json. */
export const VERSION: string = "1.0.0";
