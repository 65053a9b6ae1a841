/** Writes lines to standard output as fast as they are read. */

export class LineWriter {
  readonly #stream: NodeJS.WritableStream;
  readonly #signal: AbortSignal;
  #isClosed = false;

  /** @param signal ends the waiting */
  constructor(stream: NodeJS.WritableStream, signal: AbortSignal) {
    this.#stream = stream;
    this.#signal = signal;
    // It may be closed (EPIPE), such as by `| head`. The import continues.
    stream.on("error", () => {
      this.#isClosed = true;
    });
  }

  /** Writes a line. Waits if the reader is slow, so that lines do not collect in memory. */
  async write(line: string): Promise<void> {
    if (this.#isClosed || this.#stream.write(`${line}\n`) || this.#signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        for (const event of ["drain", "error"]) this.#stream.off(event, end);
        this.#signal.removeEventListener("abort", end);
        resolve();
      };
      for (const event of ["drain", "error"]) this.#stream.on(event, end);
      this.#signal.addEventListener("abort", end);
    });
  }
}
