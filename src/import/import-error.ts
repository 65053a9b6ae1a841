/** The errors of an import, besides the failures of the client. */

/**
 * The journal or the input cannot be used, or the responses of the store stopped the import. The import can be run again
 * after this is fixed; nothing is sent twice.
 *
 * @group Errors
 */
export class PlantStoreImportError extends Error {
  static {
    this.prototype.name = "PlantStoreImportError";
  }
  /**
   * - `"journal"`, `"input"`: it cannot be used.
   * - `"stopped"`: the store rejected the first rows alike, or asked for too long a pause. `cause` is the last failure.
   */
  readonly kind: "journal" | "input" | "stopped";

  constructor(kind: PlantStoreImportError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
