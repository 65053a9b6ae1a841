/** The playground page, built with the package as users install it, and served on a port of this machine. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build, type Plugin, preview } from "vite";
import { npm, packPackage } from "../support/npm.ts";

const root = resolve(import.meta.dirname, "../..");

/** The folder of the server that holds the page: it is to work in any. */
const FOLDER = "/nursery/";

/** The served page. */
export interface Playground {
  /** Where the page is. */
  url: string;
  /** The same page in a frame so many pixels wide: not every browser's window can be as narrow as a phone. */
  framed(width: number): string;
  /** What the browsers have reported so far of violations of the page's Content-Security-Policy. */
  violations: Violation[];
  close(): Promise<void>;
}

/** What violates the policy, and which of its directives. */
export interface Violation {
  blocked: string;
  directive: string;
}

/** Builds the page, in a folder of its own, and serves what was built. */
export async function servePlayground(): Promise<Playground> {
  const app = await mkdtemp(join(tmpdir(), "plant-store-playground-"));
  const remove = () => rm(app, { recursive: true, force: true });
  const violations: Violation[] = [];
  try {
    await installApp(app);
    await build({ root: app, logLevel: "warn" });
    const server = await serve(app, violations);
    const [url = ""] = server.resolvedUrls?.local ?? [];
    const framed = (width: number) => new URL(`/framed?width=${width}`, url).href;
    return { url, framed, violations, close: () => server.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The package comes from its tarball, with what it depends on; the tools are the project's own. */
async function installApp(app: string): Promise<void> {
  await writeFile(join(app, "package.json"), '{ "private": true, "type": "module" }');
  await npm(app, "install", await packPackage());
  for (const tool of ["vite", "msw"]) {
    await symlink(join(root, "node_modules", tool), join(app, "node_modules", tool));
  }
  const example = join(root, "examples/browser");
  const isSource = (path: string) => !/[/\\](node_modules|dist)$/.test(path);
  await cp(example, app, { recursive: true, filter: isSource });
}

async function serve(app: string, violations: Violation[]) {
  const policy = policyOf(await readFile(join(app, "dist/index.html"), "utf8"));
  return preview({
    root: app,
    base: FOLDER,
    logLevel: "warn",
    plugins: [reportViolations(policy, violations), framePage],
    preview: { host: "127.0.0.1", port: 0, open: false },
  });
}

function policyOf(html: string): string {
  const [, policy] = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
  if (policy === undefined) throw new Error("The playground's index.html has no Content-Security-Policy.");
  return policy;
}

/**
 * Sends the page's own policy a second time, in a header that only reports. So the browser tells the server of every
 * violation, from the page's first byte on, and the page stays as it is.
 */
function reportViolations(policy: string, violations: Violation[]): Plugin {
  return {
    name: "report-violations",
    configurePreviewServer({ middlewares }) {
      middlewares.use("/violations", (request, response) => {
        readReport(request).then((violation) => violations.push(violation), console.error);
        response.writeHead(204).end();
      });
      middlewares.use((request, response, next) => {
        const header = `${policy}; report-uri /violations`;
        if (request.url === FOLDER) response.setHeader("Content-Security-Policy-Report-Only", header);
        next();
      });
    },
  };
}

async function readReport(request: IncomingMessage): Promise<Violation> {
  const body = (await request.setEncoding("utf8").toArray()).join("");
  const report = JSON.parse(body)["csp-report"];
  return { blocked: report["blocked-uri"], directive: report["effective-directive"] };
}

const framePage: Plugin = {
  name: "frame-page",
  configurePreviewServer({ middlewares }) {
    middlewares.use("/framed", (request, response) => {
      const width = new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("width");
      response.writeHead(200, { "content-type": "text/html" });
      response.end(
        `<!doctype html><iframe src="${FOLDER}" width="${width}" height="800" frameborder="0"></iframe>`,
      );
    });
  },
};
