/** The errors of an import that are not failures of the client. */

/**
 * The journal or the input cannot be used, or the responses of the store stopped the import. The import can be run again
 * after this is fixed: by default, nothing that exists or may exist is sent again.
 *
 * @group Errors
 */
export class PlantStoreImportError extends Error {
  static {
    // Not by assignment, which fails if the application has frozen Error.prototype.
    Object.defineProperty(this.prototype, "name", { value: "PlantStoreImportError" });
  }
  /**
   * - `"journal"`, `"input"`: it cannot be used.
   * - `"in-use"`: the journal is in use.
   * - `"too-many-not-created"`: more than `maxNotCreated` rows.
   * - `"stopped"`: the store rejected the first rows alike, a response showed another plant or none, something else responded again
   *   and again, or too many rows became unknown: `cause` is the last failure.
   * - `"outage"`: the store was down, or asked for too long a pause: `cause` is the last failure. Run the import again later.
   * - `"input-changed"`: the file was changed while it was read. Run the import again when it is complete.
   */
  readonly kind:
    | "journal"
    | "input"
    | "in-use"
    | "too-many-not-created"
    | "stopped"
    | "outage"
    | "input-changed";
  /** Line of the input on which the reading ended, or of an id that looks rounded. */
  readonly line: number | undefined;
  /** The message without the advice. */
  readonly problem: string;
  /** An option that may help, and when: the clause before "set". */
  readonly advice: { when: string; option: string; value?: string } | undefined;

  constructor(
    kind: PlantStoreImportError["kind"],
    problem: string,
    // Not ErrorOptions, which is missing before ES2022.
    {
      line,
      advice,
      ...options
    }: { cause?: unknown } & Partial<Pick<PlantStoreImportError, "line" | "advice">> = {},
  ) {
    const value = advice?.value === undefined ? "" : ` to "${advice.value}"`;
    super(advice ? `${problem} ${advice.when}, set \`${advice.option}\`${value}.` : problem, options);
    this.kind = kind;
    this.line = line;
    this.problem = problem;
    this.advice = advice;
  }
}
