/** Reads plants from a file. */
import { constants, createReadStream, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { PlantRow } from "../input/plant-row.ts";
import { readNamed } from "../input/read-plants.ts";

/**
 * Reads plants from a file or a named pipe, like `readPlants` from a stream. Only a small part of it is in memory.
 *
 * @throws PlantStoreImportError if the file cannot be read, with its path
 */
export function readPlantsFile(path: string | URL): AsyncGenerator<PlantRow, void, undefined> {
  let stream: Readable | undefined;
  const file = {
    async *[Symbol.asyncIterator]() {
      stream = openStream(path);
      yield* stream;
    },
    destroy: () => stream?.destroy(),
  };
  return readNamed(file, String(path));
}

/** A file that the process has inherited, such as by `<(command)` in a shell. */
const INHERITED = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

function openStream(path: string | URL): Readable {
  if (!statSync(path).isFIFO()) return createReadStream(path);
  // A thread that waits for a silent pipe would keep the process alive. A socket waits without a thread.
  const [, inherited] = INHERITED.exec(String(path)) ?? [];
  // Opened a second time, a pipe would not notice that its writer has ended before.
  const fd =
    inherited === undefined ? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) : Number(inherited);
  return new Socket({ fd, readable: true, writable: false });
}
