/** The errors of an import, besides the failures of the client. */

/**
 * The journal or the input cannot be used. The import can be run again after this is fixed; nothing is sent twice.
 *
 * @group Errors
 */
export class PlantStoreImportError extends Error {
  static {
    this.prototype.name = "PlantStoreImportError";
  }
  /** What cannot be used. */
  readonly kind: "journal" | "input";

  constructor(kind: "journal" | "input", message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
