/** Says why a file cannot be used. @param name its path, after its flag if it has one */
export function describeFileError(verb: "read" | "write", name: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `Cannot ${verb} ${name} (${code ?? message}).`;
}
