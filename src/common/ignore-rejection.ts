/** Prevents that the rejection of a promise which nobody awaits ends the process. Any other value has no effect. */
export function ignoreRejection(value: unknown): void {
  Promise.resolve(value).catch(() => {});
}
