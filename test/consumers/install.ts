/** Installs each application once, when the first test file asks for it. Several test files share the one of this folder. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestProject } from "vitest/node";
import { installCopy, removeCopy } from "../support/install-package.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A URL. Responds to a POST of an application's folder with the folder in which it is installed. */
    installer: string;
  }
}

export async function setup({ provide }: TestProject) {
  const installed = new Map<string, Promise<string>>();
  const server = createServer(async (request, response) => {
    const source = await text(request);
    const installing = installed.get(source) ?? installCopy(source);
    installed.set(source, installing);
    await installing.then(
      (folder) => response.end(folder),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  provide("installer", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await Promise.allSettled([...installed.values()].map(async (folder) => removeCopy(await folder)));
  };
}
