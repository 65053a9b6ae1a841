/** Keeps the rejection of a promise that nobody awaits from ending the process. Any other value has no effect. */
export function ignoreRejection(value: unknown): void {
  const ignore = () => {}; // Not `catch`: it passes a value on, whose `then` would be read once more.
  Promise.resolve(value).then(ignore, ignore);
}
