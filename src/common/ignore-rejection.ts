/** Keeps the rejection of a promise that nobody awaits from ending the process. Any other value has no effect. */
export function ignoreRejection(value: unknown): void {
  Promise.resolve(value).catch(() => {});
}
